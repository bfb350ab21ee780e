/* bicg: the two products at the heart of the biconjugate gradient method:
 * s := A^T r and q := A p.
 *
 * The computation of that name in PolyBench 4.2. Exercises: pointer-to-array parameters. */
#include "kernel.h"

#ifndef N
#define N 4200
#endif
#ifndef M
#define M 3800
#endif

static void kernel_bicg(double (*A)[M], double *s, double *q, double *p, double *r)
{
    int i, j;

#pragma scop
    for (i = 0; i < M; i++)
        s[i] = 0;
    for (i = 0; i < N; i++) {
        q[i] = 0.0;
        for (j = 0; j < M; j++) {
            s[j] = s[j] + r[i] * A[i][j];
            q[i] = q[i] + A[i][j] * p[j];
        }
    }
#pragma endscop
}

int main(void)
{
    double (*A)[M] = array(sizeof(double[N][M]));
    double *s = array(sizeof(double[M]));
    double *q = array(sizeof(double[N]));
    double *p = array(sizeof(double[M]));
    double *r = array(sizeof(double[N]));
    fill(&A[0][0], (size_t)N * M, 1);
    fill(p, M, 2);
    fill(r, N, 3);

    double start = seconds();
    kernel_bicg(A, s, q, p, r);
    double stop = seconds();

    live_out(s, M);
    live_out(q, N);
    return report("bicg", stop - start);
}
