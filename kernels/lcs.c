/* lcs: the length of the longest common subsequence of two strings,
 *
 *     len[i][j] = len[i-1][j-1] + 1                   if x[i-1] = y[j-1]
 *     len[i][j] = max(len[i-1][j], len[i][j-1])       otherwise
 *
 * with 0 in the first row and column. Exercises: unsigned char and short arrays, nested
 * data-dependent ?: in one statement, an initialisation in the scop.
 *
 * Model: exact, data choose what is read */
#include "kernel.h"

#ifndef N
#define N 5000
#endif
#ifndef M
#define M 5500
#endif

static void kernel_lcs(int n, int m, const unsigned char x[n], const unsigned char y[m],
                       short len[n + 1][m + 1])
{
    int i, j;

#pragma scop
    for (j = 0; j <= m; j++)
        len[0][j] = 0;
    for (i = 1; i <= n; i++) {
        len[i][0] = 0;
        for (j = 1; j <= m; j++)
            len[i][j] = x[i - 1] == y[j - 1] ? len[i - 1][j - 1] + 1
                        : len[i - 1][j] > len[i][j - 1] ? len[i - 1][j] : len[i][j - 1];
    }
#pragma endscop
}

int main(void)
{
    int n = N, m = M;
    unsigned char *x = array(n), *y = array(m);
    short (*len)[m + 1] = array(sizeof(short[n + 1][m + 1]));
    for (int i = 0; i < n; i++)
        x[i] = (unsigned char)(datum(1, i) % 4);
    for (int j = 0; j < m; j++)
        y[j] = (unsigned char)(datum(2, j) % 4);

    double start = seconds();
    kernel_lcs(n, m, x, y, len);
    double stop = seconds();

    for (int i = 0; i <= n; i++)
        for (int j = 0; j <= m; j++)
            live_out_value(len[i][j]);
    return report("lcs", stop - start);
}
