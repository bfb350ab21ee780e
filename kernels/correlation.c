/* correlation: the matrix of correlation coefficients of the m columns of data (n rows):
 * columns are centred and divided by sqrt(n) times their standard deviation (1 in place of a
 * deviation below eps), then corr := data^T data with ones on the diagonal.
 *
 * The computation of that name in PolyBench 4.2. Exercises: a data-dependent ?:, writes above
 * and below the diagonal, a write of a single corner cell after the nest. */
#include "kernel.h"

#ifndef M
#define M 700
#endif
#ifndef N
#define N 800
#endif

static void kernel_correlation(int m, int n, double float_n, double data[n][m],
                               double corr[m][m], double mean[m], double stddev[m])
{
    int i, j, k;
    double eps = 0.1;

#pragma scop
    for (j = 0; j < m; j++) {
        mean[j] = 0.0;
        for (i = 0; i < n; i++)
            mean[j] += data[i][j];
        mean[j] /= float_n;
    }
    for (j = 0; j < m; j++) {
        stddev[j] = 0.0;
        for (i = 0; i < n; i++)
            stddev[j] += (data[i][j] - mean[j]) * (data[i][j] - mean[j]);
        stddev[j] /= float_n;
        stddev[j] = sqrt(stddev[j]);
        stddev[j] = stddev[j] <= eps ? 1.0 : stddev[j];
    }
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++) {
            data[i][j] -= mean[j];
            data[i][j] /= sqrt(float_n) * stddev[j];
        }
    for (i = 0; i < m - 1; i++) {
        corr[i][i] = 1.0;
        for (j = i + 1; j < m; j++) {
            corr[i][j] = 0.0;
            for (k = 0; k < n; k++)
                corr[i][j] += data[k][i] * data[k][j];
            corr[j][i] = corr[i][j];
        }
    }
    corr[m - 1][m - 1] = 1.0;
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

    double start = seconds();
    kernel_correlation(m, n, (double)n, data, corr, mean, stddev);
    double stop = seconds();

    live_out(&data[0][0], (size_t)n * m);
    live_out(&corr[0][0], (size_t)m * m);
    live_out(mean, m);
    live_out(stddev, m);
    return report("correlation", stop - start);
}
