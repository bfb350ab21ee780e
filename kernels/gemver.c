/* gemver: a matrix-vector sequence of BLAS 2.5:
 *
 *     A := A + u1 v1^T + u2 v2^T
 *     x := x + beta A^T y + z
 *     w := w + alpha A x
 *
 * The computation of that name in PolyBench 4.2, and an example of Convexity's
 * table 1. The label Second serves script 1 of Loopy, appendix B. Exercises: bounds by macro. */
#include "kernel.h"

#ifndef N
#define N 3000
#endif

#define _PB_N n

static void kernel_gemver(int n, double alpha, double beta, double A[n][n], double u1[n],
                          double v1[n], double u2[n], double v2[n], double w[n], double x[n],
                          double y[n], double z[n])
{
    int i, j;

#pragma scop
    for (i = 0; i < _PB_N; i++)
        for (j = 0; j < _PB_N; j++)
            A[i][j] = A[i][j] + u1[i] * v1[j] + u2[i] * v2[j];
    for (i = 0; i < _PB_N; i++)
        for (j = 0; j < _PB_N; j++)
Second:     x[i] = x[i] + beta * A[j][i] * y[j];
    for (i = 0; i < _PB_N; i++)
        x[i] = x[i] + z[i];
    for (i = 0; i < _PB_N; i++)
        for (j = 0; j < _PB_N; j++)
            w[i] = w[i] + alpha * A[i][j] * x[j];
#pragma endscop
}

int main(void)
{
    int n = N;
    double (*A)[n] = array(sizeof(double[n][n]));
    double *u1 = array(sizeof(double[n])), *v1 = array(sizeof(double[n]));
    double *u2 = array(sizeof(double[n])), *v2 = array(sizeof(double[n]));
    double *w = zeros(sizeof(double[n])), *x = zeros(sizeof(double[n]));
    double *y = array(sizeof(double[n])), *z = array(sizeof(double[n]));
    fill(&A[0][0], (size_t)n * n, 1);
    fill(u1, n, 2);
    fill(v1, n, 3);
    fill(u2, n, 4);
    fill(v2, n, 5);
    fill(y, n, 6);
    fill(z, n, 7);

    double start = seconds();
    kernel_gemver(n, 1.5, 1.25, A, u1, v1, u2, v2, w, x, y, z);
    double stop = seconds();

    live_out(&A[0][0], (size_t)n * n);
    live_out(x, n);
    live_out(w, n);
    return report("gemver", stop - start);
}
