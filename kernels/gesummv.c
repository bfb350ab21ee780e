/* gesummv: y := alpha A x + beta B x.
 *
 * The computation of that name in PolyBench 4.2. Exercises: matrices as linearised memory with
 * a parametric row length (a[i * n + j]). */
#include "kernel.h"

#ifndef N
#define N 3500
#endif

static void kernel_gesummv(int n, double alpha, double beta, double *A, double *B, double *tmp,
                           double *x, double *y)
{
    int i, j;

#pragma scop
    for (i = 0; i < n; i++) {
        tmp[i] = 0.0;
        y[i] = 0.0;
        for (j = 0; j < n; j++) {
            tmp[i] = A[i * n + j] * x[j] + tmp[i];
            y[i] = B[i * n + j] * x[j] + y[i];
        }
        y[i] = alpha * tmp[i] + beta * y[i];
    }
#pragma endscop
}

int main(void)
{
    int n = N;
    double *A = array(sizeof(double[n][n]));
    double *B = array(sizeof(double[n][n]));
    double *tmp = array(sizeof(double[n]));
    double *x = array(sizeof(double[n]));
    double *y = array(sizeof(double[n]));
    fill(A, (size_t)n * n, 1);
    fill(B, (size_t)n * n, 2);
    fill(x, n, 3);

    double start = seconds();
    kernel_gesummv(n, 1.5, 1.25, A, B, tmp, x, y);
    double stop = seconds();

    live_out(tmp, n);
    live_out(y, n);
    return report("gesummv", stop - start);
}
