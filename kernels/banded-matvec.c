/* banded-matvec: y := A x for an n by n matrix with entries for |i - j| <= k only, stored by
 * rows of 2 k + 1 cells: ab[i][j-i+k] is the entry in row i and column j.
 *
 * Exercises: max and min as functions in bounds, a subscript j - i + k with a parameter,
 * compound assignment. */
#include "kernel.h"

#ifndef N
#define N 250000
#endif
#ifndef K
#define K 40
#endif

static int max(int x, int y) { return x > y ? x : y; }
static int min(int x, int y) { return x < y ? x : y; }

static void kernel_banded_matvec(int n, int k, double ab[n][2 * k + 1], double x[n], double y[n])
{
    int i, j;

#pragma scop
    for (i = 0; i < n; i++) {
        y[i] = 0.0;
        for (j = max(0, i - k); j <= min(n - 1, i + k); j++)
            y[i] += ab[i][j - i + k] * x[j];
    }
#pragma endscop
}

int main(void)
{
    int n = N, k = K;
    size_t cells = (size_t)n * (2 * k + 1);
    double (*ab)[2 * k + 1] = array(sizeof(double) * cells);
    double *x = array(sizeof(double[n]));
    double *y = array(sizeof(double[n]));
    fill(&ab[0][0], cells, 1);
    fill(x, n, 2);

    double start = seconds();
    kernel_banded_matvec(n, k, ab, x, y);
    double stop = seconds();

    live_out(y, n);
    return report("banded-matvec", stop - start);
}
