/* heat-3d: explicit time stepping of the heat equation on a cube, A to B and back:
 * new = old + 1/8 sum over the three directions of (old[+1] - 2 old + old[-1]).
 *
 * The computation of that name in PolyBench 4.2. Labels serve script 11 of Loopy, appendix B
 * (LoopB, LoopA). Exercises: arrays of rank three, a time loop that counts from 1. */
#include "kernel.h"

#ifndef TSTEPS
#define TSTEPS 50
#endif
#ifndef N
#define N 90
#endif

#define SCALAR_VAL(x) x

static void kernel_heat_3d(int tsteps, int n, double A[n][n][n], double B[n][n][n])
{
    int t, i, j, k;

#pragma scop
    for (t = 1; t <= tsteps; t++) {
        for (i = 1; i < n - 1; i++) {
            for (j = 1; j < n - 1; j++) {
                for (k = 1; k < n - 1; k++) {
LoopB:              B[i][j][k] =
                        SCALAR_VAL(0.125)
                            * (A[i + 1][j][k] - SCALAR_VAL(2.0) * A[i][j][k] + A[i - 1][j][k])
                        + SCALAR_VAL(0.125)
                            * (A[i][j + 1][k] - SCALAR_VAL(2.0) * A[i][j][k] + A[i][j - 1][k])
                        + SCALAR_VAL(0.125)
                            * (A[i][j][k + 1] - SCALAR_VAL(2.0) * A[i][j][k] + A[i][j][k - 1])
                        + A[i][j][k];
                }
            }
        }
        for (i = 1; i < n - 1; i++) {
            for (j = 1; j < n - 1; j++) {
                for (k = 1; k < n - 1; k++) {
LoopA:              A[i][j][k] =
                        SCALAR_VAL(0.125)
                            * (B[i + 1][j][k] - SCALAR_VAL(2.0) * B[i][j][k] + B[i - 1][j][k])
                        + SCALAR_VAL(0.125)
                            * (B[i][j + 1][k] - SCALAR_VAL(2.0) * B[i][j][k] + B[i][j - 1][k])
                        + SCALAR_VAL(0.125)
                            * (B[i][j][k + 1] - SCALAR_VAL(2.0) * B[i][j][k] + B[i][j][k - 1])
                        + B[i][j][k];
                }
            }
        }
    }
#pragma endscop
}

int main(void)
{
    int tsteps = TSTEPS, n = N;
    double (*A)[n][n] = array(sizeof(double[n][n][n]));
    double (*B)[n][n] = array(sizeof(double[n][n][n]));
    fill(&A[0][0][0], (size_t)n * n * n, 1);
    fill(&B[0][0][0], (size_t)n * n * n, 1);

    double start = seconds();
    kernel_heat_3d(tsteps, n, A, B);
    double stop = seconds();

    live_out(&A[0][0][0], (size_t)n * n * n);
    live_out(&B[0][0][0], (size_t)n * n * n);
    return report("heat-3d", stop - start);
}
