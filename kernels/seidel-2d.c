/* seidel-2d: nine-point averaging on a square, in place (Gauss-Seidel):
 * A[i][j] := the mean of A[i+di][j+dj] over di, dj in -1..1.
 *
 * The computation of that name in PolyBench 4.2. The label serves script 13 of Loopy,
 * appendix B (Loop: skewed, then tiled). Exercises: upper bounds with <=. */
#include "kernel.h"

#ifndef TSTEPS
#define TSTEPS 25
#endif
#ifndef N
#define N 700
#endif

static void kernel_seidel_2d(int tsteps, int n, double A[n][n])
{
    int t, i, j;

#pragma scop
    for (t = 0; t <= tsteps - 1; t++)
        for (i = 1; i <= n - 2; i++)
            for (j = 1; j <= n - 2; j++)
Loop:           A[i][j] = (A[i - 1][j - 1] + A[i - 1][j] + A[i - 1][j + 1]
                           + A[i][j - 1] + A[i][j] + A[i][j + 1]
                           + A[i + 1][j - 1] + A[i + 1][j] + A[i + 1][j + 1]) / 9.0;
#pragma endscop
}

int main(void)
{
    int tsteps = TSTEPS, n = N;
    double (*A)[n] = array(sizeof(double[n][n]));
    fill(&A[0][0], (size_t)n * n, 1);

    double start = seconds();
    kernel_seidel_2d(tsteps, n, A);
    double stop = seconds();

    live_out(&A[0][0], (size_t)n * n);
    return report("seidel-2d", stop - start);
}
