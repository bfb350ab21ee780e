/* syr2k: C := alpha A B^T + alpha B A^T + beta C, the lower triangle of the n by n matrix C,
 * with A and B of m columns.
 *
 * The computation of that name in PolyBench 4.2. Exercises: triangular bounds with <=. */
#include "kernel.h"

#ifndef N
#define N 550
#endif
#ifndef M
#define M 500
#endif

static void kernel_syr2k(int n, int m, double alpha, double beta, double C[n][n], double A[n][m],
                         double B[n][m])
{
    int i, j, k;

#pragma scop
    for (i = 0; i < n; i++) {
        for (j = 0; j <= i; j++)
            C[i][j] *= beta;
        for (k = 0; k < m; k++)
            for (j = 0; j <= i; j++)
                C[i][j] += A[j][k] * alpha * B[i][k] + B[j][k] * alpha * A[i][k];
    }
#pragma endscop
}

int main(void)
{
    int n = N, m = M;
    double (*C)[n] = array(sizeof(double[n][n]));
    double (*A)[m] = array(sizeof(double[n][m]));
    double (*B)[m] = array(sizeof(double[n][m]));
    fill(&C[0][0], (size_t)n * n, 1);
    fill(&A[0][0], (size_t)n * m, 2);
    fill(&B[0][0], (size_t)n * m, 3);

    double start = seconds();
    kernel_syr2k(n, m, 1.5, 1.25, C, A, B);
    double stop = seconds();

    live_out(&C[0][0], (size_t)n * n);
    return report("syr2k", stop - start);
}
