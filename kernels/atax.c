/* atax: y := A^T (A x).
 *
 * The computation of that name in PolyBench 4.2. Exercises: global arrays of constant size,
 * iterators that are global too. */
#include "kernel.h"

#ifndef M
#define M 3800
#endif
#ifndef N
#define N 4200
#endif

static double A[M][N];
static double x[N], y[N], tmp[M];
static int i, j;

static void kernel_atax(void)
{
#pragma scop
    for (i = 0; i < N; i++)
        y[i] = 0;
    for (i = 0; i < M; i++) {
        tmp[i] = 0.0;
        for (j = 0; j < N; j++)
            tmp[i] = tmp[i] + A[i][j] * x[j];
        for (j = 0; j < N; j++)
            y[j] = y[j] + A[i][j] * tmp[i];
    }
#pragma endscop
}

int main(void)
{
    fill(&A[0][0], (size_t)M * N, 1);
    fill(x, N, 2);
    fill(y, N, 3);
    fill(tmp, M, 4);

    double start = seconds();
    kernel_atax();
    double stop = seconds();

    live_out(tmp, M);
    live_out(y, N);
    return report("atax", stop - start);
}
