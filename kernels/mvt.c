/* mvt: x1 := x1 + A y_1 and x2 := x2 + A^T y_2.
 *
 * The computation of that name in PolyBench 4.2. Labels serve script 6 of Loopy, appendix B
 * (First, Second). Exercises: pointer-to-array parameter with a constant row length. */
#include "kernel.h"

#ifndef N
#define N 3500
#endif

static void kernel_mvt(double x1[N], double x2[N], double y_1[N], double y_2[N], double (*A)[N])
{
    int i, j;

#pragma scop
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
First:      x1[i] = x1[i] + A[i][j] * y_1[j];
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
Second:     x2[i] = x2[i] + A[j][i] * y_2[j];
#pragma endscop
}

int main(void)
{
    double (*A)[N] = array(sizeof(double[N][N]));
    double *x1 = array(sizeof(double[N])), *x2 = array(sizeof(double[N]));
    double *y_1 = array(sizeof(double[N])), *y_2 = array(sizeof(double[N]));
    fill(&A[0][0], (size_t)N * N, 1);
    fill(x1, N, 2);
    fill(x2, N, 3);
    fill(y_1, N, 4);
    fill(y_2, N, 5);

    double start = seconds();
    kernel_mvt(x1, x2, y_1, y_2, A);
    double stop = seconds();

    live_out(x1, N);
    live_out(x2, N);
    return report("mvt", stop - start);
}
