/* chosol: forward substitution with the transpose of a unit upper triangular matrix,
 * b[i] := b[i] - sum_{j<i} a[j][i] b[j], the sums kept in an array.
 *
 * CHOSOL of the Perfect Club as adapted in Mappings, figure 1 (labels stand for its 10, 20, 30):
 * the paper distributes the initialisation and exchanges the triangular loops. Loops count from
 * 1 as in the paper. astgen-fig3.c is the same computation counted from 0. */
#include "kernel.h"

#ifndef N
#define N 4500
#endif

static void kernel_chosol(int n, double a[n + 1][n + 1], double b[n + 1], double sum[n + 1])
{
    int i, j;

#pragma scop
    for (i = 2; i <= n; i++) {
S10:    sum[i] = 0.;
        for (j = 1; j <= i - 1; j++)
S20:        sum[i] = sum[i] + a[j][i] * b[j];
S30:    b[i] = b[i] - sum[i];
    }
#pragma endscop
}

int main(void)
{
    int n = N;
    double (*a)[n + 1] = array(sizeof(double[n + 1][n + 1]));
    double *b = array(sizeof(double[n + 1]));
    double *sum = array(sizeof(double[n + 1]));
    for (int i = 0; i <= n; i++)
        for (int j = 0; j <= n; j++)
            a[i][j] = value(1, (size_t)i * (n + 1) + j) / n; /* keeps b bounded */
    fill(b, n + 1, 2);

    double start = seconds();
    kernel_chosol(n, a, b, sum);
    double stop = seconds();

    live_out(b, n + 1);
    live_out(sum, n + 1);
    return report("chosol", stop - start);
}
