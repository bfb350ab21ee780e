/* youcef: three statements in one nest, of which two run at one end of the inner loop only:
 *
 *     d[i] = A[i][i]                           for 1 <= i <= min(m, n)
 *     s[i] = sum_{i<=j<=n} A[i][j]             for 1 <= i <= min(m, n)
 *     e[i] = A[i][n]                           for 1 <= i <= m
 *
 * After the example youcefn (Bastoul 2004, figure 6) that ASTgen, figure 6, generates code for;
 * statements S1, S2, S3 have the domains that are visited there. Exercises: if with equalities,
 * a lower bound with min. */
#include "kernel.h"

#ifndef N
#define N 4500
#endif
#ifndef M
#define M 4000
#endif

#define min(x, y) ((x) < (y) ? (x) : (y))

static void kernel_youcef(int n, int m, double A[m + 1][n + 1], double d[m + 1],
                          double s[m + 1], double e[m + 1])
{
    int i, j;

#pragma scop
    for (i = 1; i <= m; i++)
        for (j = min(i, n); j <= n; j++) {
            if (j == i)
S1:             d[i] = A[i][i];
            if (i <= n)
S2:             s[i] += A[i][j];
            if (j == n)
S3:             e[i] = A[i][n];
        }
#pragma endscop
}

int main(void)
{
    int n = N, m = M;
    double (*A)[n + 1] = array(sizeof(double[m + 1][n + 1]));
    double *d = array(sizeof(double[m + 1]));
    double *s = zeros(sizeof(double[m + 1]));
    double *e = array(sizeof(double[m + 1]));
    fill(&A[0][0], (size_t)(m + 1) * (n + 1), 1);

    double start = seconds();
    kernel_youcef(n, m, A, d, s, e);
    double stop = seconds();

    live_out(d, m + 1);
    live_out(s, m + 1);
    live_out(e, m + 1);
    return report("youcef", stop - start);
}
