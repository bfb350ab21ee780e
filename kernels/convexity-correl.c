/* convexity-correl: the columns of data (n rows) are centred and divided by sqrt(n) times their standard
 * deviation, both given, and corr := data^T data, with ones on the diagonal but for the last one.
 *
 * correl of Convexity's table 1: 5 loops, 6 statements, 12 references (`x -= …` counted once); the
 * paper does not print its text. The last two nests of correlation.c have these numbers. */
#include "kernel.h"
#ifndef M
#define M 700
#endif
#ifndef N
#define N 800
#endif

static void kernel_convexity_correl(int m, int n, double float_n, double data[n][m],
                                    double corr[m][m], double mean[m], double stddev[m])
{
    int i, j, j1, j2;

#pragma scop
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++) {
            data[i][j] -= mean[j];
            data[i][j] /= sqrt(float_n) * stddev[j];
        }
    for (j1 = 0; j1 < m - 1; j1++) {
        corr[j1][j1] = 1.0;
        for (j2 = j1 + 1; j2 < m; j2++) {
            corr[j1][j2] = 0.0;
            for (i = 0; i < n; i++)
                corr[j1][j2] += data[i][j1] * data[i][j2];
            corr[j2][j1] = corr[j1][j2];
        }
    }
#pragma endscop
}

int main(void)
{
    int m = M, n = N;
    double (*data)[m] = array(sizeof(double[n][m]));
    double (*corr)[m] = array(sizeof(double[m][m]));
    double *mean = array(sizeof(double[m]));
    double *stddev = array(sizeof(double[m]));

    fill(&data[0][0], (size_t)n * m, 1);
    fill(mean, m, 2);
    fill(stddev, m, 3);
    double start = seconds();
    kernel_convexity_correl(m, n, (double)n, data, corr, mean, stddev);
    double stop = seconds();
    live_out(&data[0][0], (size_t)n * m);
    live_out(&corr[0][0], (size_t)m * m);
    return report("convexity-correl", stop - start);
}
