/* convexity-atax: y := A^T (A x), the vector y zeroed in a loop of its own.
 *
 * atax of Convexity's table 1: 4 loops, 4 statements, 10 array references; the paper does not print
 * its text. (The iterators of atax.c are global, so that what they are left with counts as well.) */
#include "kernel.h"
#ifndef M
#define M 3800
#endif
#ifndef N
#define N 4200
#endif

static void kernel_convexity_atax(int m, int n, double A[m][n], double x[n], double y[n],
                                  double t[m])
{
    int i, j;

#pragma scop
    for (i = 0; i < n; i++)
        y[i] = 0.0;
    for (i = 0; i < m; i++) {
        t[i] = 0.0;
        for (j = 0; j < n; j++)
            t[i] = t[i] + A[i][j] * x[j];
        for (j = 0; j < n; j++)
            y[j] = y[j] + A[i][j] * t[i];
    }
#pragma endscop
}

int main(void)
{
    int m = M, n = N;
    double (*A)[n] = array(sizeof(double[m][n]));
    double *x = array(sizeof(double[n]));
    double *y = array(sizeof(double[n]));
    double *t = array(sizeof(double[m]));

    fill(&A[0][0], (size_t)m * n, 1);
    fill(x, n, 2);
    double start = seconds();
    kernel_convexity_atax(m, n, A, x, y, t);
    double stop = seconds();
    live_out(t, m);
    live_out(y, n);
    return report("convexity-atax", stop - start);
}
