/* varcovar: the variance-covariance matrix of the m columns of x (n rows), all counted from 1:
 * mean[j] = 1/n sum_i x[i][j], x centred in place,
 * v[j1][j2] = v[j2][j1] = 1/(n-1) sum_i x[i][j1] x[i][j2].
 *
 * varcovar is an example of Convexity's table 1 (7 loops, 7 statements, as here); the paper does
 * not print its text. Exercises: Fortran-like bounds 1..n in arrays with one cell to spare, a
 * division by a parameter converted to double. */
#include "kernel.h"

#ifndef N
#define N 800
#endif
#ifndef M
#define M 700
#endif

static void kernel_varcovar(int n, int m, double x[n + 1][m + 1], double v[m + 1][m + 1],
                            double mean[m + 1])
{
    int i, j, j1, j2;

#pragma scop
    for (j = 1; j <= m; j++) {
        mean[j] = 0.0;
        for (i = 1; i <= n; i++)
            mean[j] += x[i][j];
        mean[j] /= (double)n;
    }
    for (i = 1; i <= n; i++)
        for (j = 1; j <= m; j++)
            x[i][j] -= mean[j];
    for (j1 = 1; j1 <= m; j1++)
        for (j2 = j1; j2 <= m; j2++) {
            v[j1][j2] = 0.0;
            for (i = 1; i <= n; i++)
                v[j1][j2] += x[i][j1] * x[i][j2] / (double)(n - 1);
            v[j2][j1] = v[j1][j2];
        }
#pragma endscop
}

int main(void)
{
    int n = N, m = M;
    double (*x)[m + 1] = array(sizeof(double[n + 1][m + 1]));
    double (*v)[m + 1] = array(sizeof(double[m + 1][m + 1]));
    double *mean = array(sizeof(double[m + 1]));
    fill(&x[0][0], (size_t)(n + 1) * (m + 1), 1);

    double start = seconds();
    kernel_varcovar(n, m, x, v, mean);
    double stop = seconds();

    live_out(&x[0][0], (size_t)(n + 1) * (m + 1));
    live_out(&v[0][0], (size_t)(m + 1) * (m + 1));
    live_out(mean, m + 1);
    return report("varcovar", stop - start);
}
