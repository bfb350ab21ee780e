/* gramschmidt: the factorisation A = Q R of an m by n matrix with orthonormal columns of Q and
 * upper triangular R, by the modified process of Gram and Schmidt:
 *
 *     R[k][k] = |A[.][k]|,  Q[.][k] = A[.][k] / R[k][k]
 *     R[k][j] = Q[.][k] . A[.][j],  A[.][j] -= Q[.][k] R[k][j]     for j > k
 *
 * The computation of that name in PolyBench 4.2. Labels and the loop of one iteration serve
 * script 7 of Loopy, appendix B (InitR, UpdateR, UpdateA). Exercises: a scalar reduction. */
#include "kernel.h"

#ifndef N
#define N 450
#endif
#ifndef M
#define M 500
#endif

#define SCALAR_VAL(x) x
#define SQRT_FUN(x) sqrt(x)

static void kernel_gramschmidt(int m, int n, double A[m][n], double R[n][n], double Q[m][n])
{
    int i, j, k;
    double nrm;

#pragma scop
    for (k = 0; k < n; k++) {
        nrm = SCALAR_VAL(0.0);
        for (i = 0; i < m; i++)
            nrm += A[i][k] * A[i][k];
        R[k][k] = SQRT_FUN(nrm);
        for (i = 0; i < m; i++)
            Q[i][k] = A[i][k] / R[k][k];
        for (j = k + 1; j < n; j++) {
            for (i = 0; i < 1; i++)
InitR:          R[k][j] = SCALAR_VAL(0.0);
            for (i = 0; i < m; i++)
UpdateR:        R[k][j] += Q[i][k] * A[i][j];
            for (i = 0; i < m; i++)
UpdateA:        A[i][j] = A[i][j] - Q[i][k] * R[k][j];
        }
    }
#pragma endscop
}

int main(void)
{
    int m = M, n = N;
    double (*A)[n] = array(sizeof(double[m][n]));
    double (*R)[n] = array(sizeof(double[n][n]));
    double (*Q)[n] = array(sizeof(double[m][n]));
    fill(&A[0][0], (size_t)m * n, 1);
    /* Well away from rank deficiency as long as m >= n. With m < n the later columns are
     * rounding errors divided by their own norm: defined, but not worth comparing. */
    for (int i = 0; i < m && i < n; i++)
        A[i][i] += n;

    double start = seconds();
    kernel_gramschmidt(m, n, A, R, Q);
    double stop = seconds();

    live_out(&A[0][0], (size_t)m * n);
    live_out(&R[0][0], (size_t)n * n);
    live_out(&Q[0][0], (size_t)m * n);
    return report("gramschmidt", stop - start);
}
