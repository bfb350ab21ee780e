/* trisolv: the solution of L x = b for a lower triangular L, by forward substitution.
 *
 * The computation of that name in PolyBench 4.2. Exercises: L as linearised memory whose row
 * length is a constant macro. */
#include "kernel.h"

#ifndef N
#define N 5000
#endif

static void kernel_trisolv(double *L, double *x, double *b)
{
    int i, j;

#pragma scop
    for (i = 0; i < N; i++) {
        x[i] = b[i];
        for (j = 0; j < i; j++)
            x[i] -= L[i * N + j] * x[j];
        x[i] = x[i] / L[i * N + i];
    }
#pragma endscop
}

int main(void)
{
    double *L = array(sizeof(double[N]) * N);
    double *x = array(sizeof(double[N]));
    double *b = array(sizeof(double[N]));
    fill(L, (size_t)N * N, 1);
    for (int i = 0; i < N; i++)
        L[(size_t)i * N + i] += N; /* well conditioned */
    fill(b, N, 2);

    double start = seconds();
    kernel_trisolv(L, x, b);
    double stop = seconds();

    live_out(x, N);
    return report("trisolv", stop - start);
}
