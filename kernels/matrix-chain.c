/* matrix-chain: the least number of multiplications for a product of n matrices, matrix i being
 * p[i] by p[i+1]:
 *
 *     cost[i][i] = 0
 *     cost[i][j] = min_{i<=k<j} cost[i][k] + cost[k+1][j] + p[i] p[k+1] p[j+1]
 *
 * Exercises: a minimum as a reduction by ?:, long data, a loop whose first iteration is a
 * separate statement, intervals by increasing length (subscripts i + l). */
#include "kernel.h"

#ifndef N
#define N 700
#endif

static void kernel_matrix_chain(int n, const long p[n + 1], long cost[n][n])
{
    int i, k, l;

#pragma scop
    for (i = 0; i < n; i++)
        cost[i][i] = 0;
    for (l = 1; l < n; l++)
        for (i = 0; i + l < n; i++) {
            cost[i][i + l] = cost[i + 1][i + l] + p[i] * p[i + 1] * p[i + l + 1];
            for (k = i + 1; k < i + l; k++)
                cost[i][i + l] =
                    cost[i][k] + cost[k + 1][i + l] + p[i] * p[k + 1] * p[i + l + 1] < cost[i][i + l]
                        ? cost[i][k] + cost[k + 1][i + l] + p[i] * p[k + 1] * p[i + l + 1]
                        : cost[i][i + l];
        }
#pragma endscop
}

int main(void)
{
    int n = N;
    long *p = array(sizeof(long[n + 1]));
    long (*cost)[n] = array(sizeof(long[n][n]));
    for (int i = 0; i <= n; i++)
        p[i] = 1 + datum(1, i) % 50;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            cost[i][j] = -1;

    double start = seconds();
    kernel_matrix_chain(n, p, cost);
    double stop = seconds();

    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            live_out_value((double)cost[i][j]);
    return report("matrix-chain", stop - start);
}
