/* prefix-sum: the summed-area table of an image, S[i][j] = sum of I[i'][j'] over i' <= i and
 * j' <= j, by rows and then by columns, in 64-bit integers.
 *
 * Exercises: integer arrays of two types, ++ as a statement of its own kind (the count of
 * cells), loops that start at 0 and at 1 around the same array. */
#include "kernel.h"

#ifndef N
#define N 3500
#endif
#ifndef M
#define M 4000
#endif

static void kernel_prefix_sum(int n, int m, unsigned char I[n][m], int64_t S[n][m], int64_t *cells)
{
    int i, j;

#pragma scop
    for (i = 0; i < n; i++) {
        S[i][0] = I[i][0];
        cells[0]++;
        for (j = 1; j < m; j++) {
            S[i][j] = S[i][j - 1] + I[i][j];
            cells[0]++;
        }
    }
    for (i = 1; i < n; i++)
        for (j = 0; j < m; j++)
            S[i][j] += S[i - 1][j];
#pragma endscop
}

int main(void)
{
    int n = N, m = M;
    unsigned char (*I)[m] = array(sizeof(unsigned char[n][m]));
    int64_t (*S)[m] = array(sizeof(int64_t[n][m]));
    int64_t *cells = zeros(sizeof(int64_t));
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            I[i][j] = (unsigned char)datum(1, (size_t)i * m + j);

    double start = seconds();
    kernel_prefix_sum(n, m, I, S, cells);
    double stop = seconds();

    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            live_out_value((double)S[i][j]);
    live_out_value((double)cells[0]);
    return report("prefix-sum", stop - start);
}
