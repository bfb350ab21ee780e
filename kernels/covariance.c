/* covariance: the covariance matrix of the m columns of data (n rows):
 * cov[i][j] = sum_k (data[k][i] - mean[i]) (data[k][j] - mean[j]) / (n - 1).
 *
 * The computation of that name in PolyBench 4.2. Labels and the loops of one iteration serve
 * script 14 of Loopy, appendix B (Init, Mult, Final; Final stands on its loop because it names
 * two statements). */
#include "kernel.h"

#ifndef M
#define M 700
#endif
#ifndef N
#define N 800
#endif

static void kernel_covariance(int m, int n, double float_n, double data[n][m],
                              double cov[m][m], double mean[m])
{
    int i, j, k;

#pragma scop
    for (j = 0; j < m; j++) {
        mean[j] = 0.0;
        for (i = 0; i < n; i++)
            mean[j] += data[i][j];
        mean[j] /= float_n;
    }
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++)
            data[i][j] -= mean[j];
    for (i = 0; i < m; i++)
        for (j = i; j < m; j++) {
            for (k = 0; k < 1; k++)
Init:           cov[i][j] = 0.0;
            for (k = 0; k < n; k++)
Mult:           cov[i][j] += data[k][i] * data[k][j];
Final:      for (k = 0; k < 1; k++) {
                cov[i][j] /= (float_n - 1.0);
                cov[j][i] = cov[i][j];
            }
        }
#pragma endscop
}

int main(void)
{
    int m = M, n = N;
    double (*data)[m] = array(sizeof(double[n][m]));
    double (*cov)[m] = array(sizeof(double[m][m]));
    double *mean = array(sizeof(double[m]));
    fill(&data[0][0], (size_t)n * m, 1);

    double start = seconds();
    kernel_covariance(m, n, (double)n, data, cov, mean);
    double stop = seconds();

    live_out(&data[0][0], (size_t)n * m);
    live_out(&cov[0][0], (size_t)m * m);
    live_out(mean, m);
    return report("covariance", stop - start);
}
