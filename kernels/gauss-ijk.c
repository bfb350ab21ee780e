/* gauss-ijk: Gaussian elimination without pivoting, a = L U in place, row by row:
 *
 *     a[i][j] := (a[i][j] - sum_{k<j} a[k][j] a[i][k]) / a[j][j]     for j < i
 *     a[i][j] :=  a[i][j] - sum_{k<i} a[k][j] a[i][k]                for j >= i
 *
 * The code that Mappings, section 5, generates for the IJK order of lu-kij.c: the first division
 * peeled, loops counted from 1. Exercises: a statement peeled off a loop, several nests in one
 * outer loop. */
#include "kernel.h"

#ifndef N
#define N 700
#endif

static void kernel_gauss_ijk(int n, double a[n + 1][n + 1])
{
    int i, j, k, t2;

#pragma scop
    for (i = 2; i <= n; i++) {
        a[i][1] = a[i][1] / a[1][1];
        for (t2 = 2; t2 <= i - 1; t2++) {
            for (k = 1; k <= t2 - 1; k++)
S20:            a[i][t2] = a[i][t2] - a[k][t2] * a[i][k];
S30:        a[i][t2] = a[i][t2] / a[t2][t2];
        }
        for (j = i; j <= n; j++)
            for (k = 1; k <= i - 1; k++)
S40:            a[i][j] = a[i][j] - a[k][j] * a[i][k];
    }
#pragma endscop
}

int main(void)
{
    int n = N;
    double (*a)[n + 1] = array(sizeof(double[n + 1][n + 1]));
    fill(&a[0][0], (size_t)(n + 1) * (n + 1), 1);
    for (int i = 1; i <= n; i++)
        a[i][i] += n; /* no pivot is near 0 */

    double start = seconds();
    kernel_gauss_ijk(n, a);
    double stop = seconds();

    live_out(&a[0][0], (size_t)(n + 1) * (n + 1));
    return report("gauss-ijk", stop - start);
}
