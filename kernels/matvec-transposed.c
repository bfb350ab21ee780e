/* matvec-transposed: y := A^T x for an n by m matrix A stored row by row in one piece.
 *
 * Exercises: linearised subscripts a[i*m + j] with a parametric row length, a column-wise walk
 * that wants an interchange, restrict. */
#include "kernel.h"

#ifndef N
#define N 3000
#endif
#ifndef M
#define M 3500
#endif

static void kernel_matvec_transposed(int n, int m, const double *restrict a,
                                     const double *restrict x, double *restrict y)
{
    int i, j;

#pragma scop
    for (j = 0; j < m; j++) {
        y[j] = 0;
        for (i = 0; i < n; i++)
            y[j] += a[i*m + j] * x[i];
    }
#pragma endscop
}

int main(void)
{
    int n = N, m = M;
    double *a = array(sizeof(double[n][m]));
    double *x = array(sizeof(double[n]));
    double *y = array(sizeof(double[m]));
    fill(a, (size_t)n * m, 1);
    fill(x, n, 2);

    double start = seconds();
    kernel_matvec_transposed(n, m, a, x, y);
    double stop = seconds();

    live_out(y, m);
    return report("matvec-transposed", stop - start);
}
