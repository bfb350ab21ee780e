/* smith-waterman: scores of the best alignments of parts of two strings that end at s[i-1] and
 * t[j-1], with 3 for a letter that matches, -3 for one that does not, -2 for a gap:
 *
 *     h[i][j] = max(0, h[i-1][j-1] +- 3, h[i-1][j] - 2, h[i][j-1] - 2)
 *
 * with 0 in the first row and column. Exercises: a table in one piece, a place in it in a local
 * variable (at - width - 1 is the one before in both strings), a function that is called, scalars
 * within an iteration.
 *
 * Model: exact with --context "[m] -> { : m >= 0 }" */
#include "kernel.h"

#ifndef N
#define N 2500
#endif
#ifndef M
#define M 2800
#endif

static int larger(int a, int b)
{
    return a > b ? a : b;
}

static void kernel_smith_waterman(int n, int m, const char *restrict s, const char *restrict t,
                                  int *restrict h)
{
    const int width = m + 1;

#pragma scop
    for (int j = 0; j <= m; j++)
        h[j] = 0;
    for (int i = 1; i <= n; i++) {
        h[i * width] = 0;
        for (int j = 1; j <= m; j++) {
            int at = i * width + j;
            int match = h[at - width - 1] + (s[i - 1] == t[j - 1] ? 3 : -3);
            int gap = larger(h[at - width], h[at - 1]) - 2;
            h[at] = larger(0, larger(match, gap));
        }
    }
#pragma endscop
}

int main(void)
{
    int n = N, m = M;
    char *s = array(n), *t = array(m);
    int *h = array(sizeof(int[n + 1][m + 1]));
    for (int i = 0; i < n; i++)
        s[i] = "ACGT"[datum(1, i) % 4];
    for (int j = 0; j < m; j++)
        t[j] = "ACGT"[datum(2, j) % 4];

    double start = seconds();
    kernel_smith_waterman(n, m, s, t, h);
    double stop = seconds();

    for (size_t i = 0; i < (size_t)(n + 1) * (m + 1); i++)
        live_out_value(h[i]);
    return report("smith-waterman", stop - start);
}
