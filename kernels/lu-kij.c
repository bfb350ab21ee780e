/* lu-kij: a = L U without pivoting, in place, right-looking: for each k, the column below the
 * pivot is divided by it, then a[i][j] -= a[i][k] a[k][j] for i, j > k.
 *
 * LU decomposition of Mappings, figure 1 (labels stand for its 10 and 20), which the paper
 * blocks by 64; with the same dependences, Gaussian elimination in KIJ order of its section 5.
 * The division and the update share the loop over i, hence the loop distribution that the paper
 * lists among the transformations otherwise needed; gauss-ijk.c is the IJK order of section 5.
 * Loops count from 1 as in the paper. */
#include "kernel.h"

#ifndef N
#define N 900
#endif

static void kernel_lu_kij(int n, double a[n + 1][n + 1])
{
    int i, j, k;

#pragma scop
    for (k = 1; k <= n; k++)
        for (i = k + 1; i <= n; i++) {
S10:        a[i][k] = a[i][k] / a[k][k];
            for (j = k + 1; j <= n; j++)
S20:            a[i][j] = a[i][j] - a[i][k] * a[k][j];
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
    kernel_lu_kij(n, a);
    double stop = seconds();

    live_out(&a[0][0], (size_t)(n + 1) * (n + 1));
    return report("lu-kij", stop - start);
}
