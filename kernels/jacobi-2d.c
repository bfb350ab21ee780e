/* jacobi-2d: five-point averaging on a square, A to B and back:
 * new[i][j] = 1/5 (old[i][j] + old[i][j-1] + old[i][j+1] + old[i+1][j] + old[i-1][j]).
 *
 * The computation of that name in PolyBench 4.2. Labels serve script 12 of Loopy, appendix B
 * (LoopB, LoopA). */
#include "kernel.h"

#ifndef TSTEPS
#define TSTEPS 60
#endif
#ifndef N
#define N 1000
#endif

static void kernel_jacobi_2d(int tsteps, int n, double A[n][n], double B[n][n])
{
    int t, i, j;

#pragma scop
    for (t = 0; t < tsteps; t++) {
        for (i = 1; i < n - 1; i++)
            for (j = 1; j < n - 1; j++)
LoopB:          B[i][j] = 0.2 * (A[i][j] + A[i][j - 1] + A[i][1 + j] + A[1 + i][j] + A[i - 1][j]);
        for (i = 1; i < n - 1; i++)
            for (j = 1; j < n - 1; j++)
LoopA:          A[i][j] = 0.2 * (B[i][j] + B[i][j - 1] + B[i][1 + j] + B[1 + i][j] + B[i - 1][j]);
    }
#pragma endscop
}

int main(void)
{
    int tsteps = TSTEPS, n = N;
    double (*A)[n] = array(sizeof(double[n][n]));
    double (*B)[n] = array(sizeof(double[n][n]));
    fill(&A[0][0], (size_t)n * n, 1);
    fill(&B[0][0], (size_t)n * n, 2);

    double start = seconds();
    kernel_jacobi_2d(tsteps, n, A, B);
    double stop = seconds();

    live_out(&A[0][0], (size_t)n * n);
    live_out(&B[0][0], (size_t)n * n);
    return report("jacobi-2d", stop - start);
}
