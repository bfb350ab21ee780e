/* lu-pivot: P A = L U with the pivot of largest absolute value in each column: L and U in place of
 * A (1 on the diagonal of L is not stored), pivot[k] the row that changes places with row k.
 *
 * Exercises: a subscript that is data (the row of the pivot), an if on data, a matrix in one piece,
 * rows changing places through a local variable.
 *
 * Model: not exact, the row of the pivot is data */
#include "kernel.h"

#ifndef N
#define N 700
#endif

static void kernel_lu_pivot(int n, double *restrict a, int *restrict pivot)
{
#pragma scop
    for (int k = 0; k < n; k++) {
        int best = k;
        for (int i = k + 1; i < n; i++)
            if (fabs(a[i * n + k]) > fabs(a[best * n + k]))
                best = i;
        pivot[k] = best;
        for (int j = 0; j < n; j++) {
            double other = a[k * n + j];
            a[k * n + j] = a[best * n + j];
            a[best * n + j] = other;
        }
        for (int i = k + 1; i < n; i++) {
            a[i * n + k] /= a[k * n + k];
            for (int j = k + 1; j < n; j++)
                a[i * n + j] -= a[i * n + k] * a[k * n + j];
        }
    }
#pragma endscop
}

int main(void)
{
    int n = N;
    double *a = array(sizeof(double[n][n]));
    int *pivot = array(sizeof(int[n]));
    fill(a, (size_t)n * n, 1);

    double start = seconds();
    kernel_lu_pivot(n, a, pivot);
    double stop = seconds();

    live_out(a, (size_t)n * n);
    for (int k = 0; k < n; k++)
        live_out_value(pivot[k]);
    return report("lu-pivot", stop - start);
}
