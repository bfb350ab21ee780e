/* astgen-fig3: s[i] := sum_{j<i} a[j][i] b[j], b[i] := b[i] - s[i], in increasing i: forward
 * substitution with the transpose of a unit upper triangular matrix.
 *
 * The example program of ASTgen, figure 3, with its labels and its iterators declared in the
 * loops; schedules (2) and (3) of the paper are about it. chosol.c is the same computation
 * counted from 1. */
#include "kernel.h"

#ifndef N
#define N 4500
#endif

static void kernel_astgen_fig3(int n, double a[n][n], double b[n], double s[n])
{
#pragma scop
for (int i = 0; i < n; ++i) {
S1: s[i] = 0;
    for (int j = 0; j < i; ++j)
S2:     s[i] = s[i] + a[j][i] * b[j];
S3: b[i] = b[i] - s[i];
}
#pragma endscop
}

int main(void)
{
    int n = N;
    double (*a)[n] = array(sizeof(double[n][n]));
    double *b = array(sizeof(double[n]));
    double *s = array(sizeof(double[n]));
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            a[i][j] = value(1, (size_t)i * n + j) / n; /* keeps b bounded */
    fill(b, n, 2);

    double start = seconds();
    kernel_astgen_fig3(n, a, b, s);
    double stop = seconds();

    live_out(b, n);
    live_out(s, n);
    return report("astgen-fig3", stop - start);
}
