/* nussinov: the largest number of base pairs in a folding of an RNA sequence, by dynamic
 * programming over intervals (Nussinov): table[i][j] is the largest of
 *
 *     table[i][j-1],  table[i+1][j],
 *     table[i+1][j-1] + (1 if i < j-1 and seq[i], seq[j] pair, else 0),
 *     table[i][k] + table[k+1][j]     for i < k < j
 *
 * and 0 for empty intervals; two bases a, b in 0..3 pair when a + b = 3.
 *
 * The computation of that name in PolyBench 4.2. Exercises: integer data, a char array, affine
 * conditions with && and else, function-like macros with a data-dependent ?:, a downward outer
 * loop. */
#include "kernel.h"

#ifndef N
#define N 900
#endif

typedef char base;

#define match(b1, b2) (((b1) + (b2)) == 3 ? 1 : 0)
#define max_score(s1, s2) (((s1) >= (s2)) ? (s1) : (s2))

static void kernel_nussinov(int n, base seq[n], int table[n][n])
{
    int i, j, k;

#pragma scop
    for (i = n - 1; i >= 0; i--) {
        for (j = i + 1; j < n; j++) {
            if (j - 1 >= 0)
                table[i][j] = max_score(table[i][j], table[i][j - 1]);
            if (i + 1 < n)
                table[i][j] = max_score(table[i][j], table[i + 1][j]);
            if (j - 1 >= 0 && i + 1 < n) {
                if (i < j - 1)
                    table[i][j] = max_score(table[i][j],
                                            table[i + 1][j - 1] + match(seq[i], seq[j]));
                else
                    table[i][j] = max_score(table[i][j], table[i + 1][j - 1]);
            }
            for (k = i + 1; k < j; k++)
                table[i][j] = max_score(table[i][j], table[i][k] + table[k + 1][j]);
        }
    }
#pragma endscop
}

int main(void)
{
    int n = N;
    base *seq = array(sizeof(base[n]));
    int (*table)[n] = zeros(sizeof(int[n][n]));
    for (int i = 0; i < n; i++)
        seq[i] = (base)(datum(1, i) % 4);

    double start = seconds();
    kernel_nussinov(n, seq, table);
    double stop = seconds();

    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            live_out_value(table[i][j]);
    return report("nussinov", stop - start);
}
