/* cholesky: the lower triangular L with A = L L^T, in place of the lower triangle of A:
 *
 *     L[i][j] = (A[i][j] - sum_{k<j} L[i][k] L[j][k]) / L[j][j]      for j < i
 *     L[i][i] = sqrt(A[i][i] - sum_{k<i} L[i][k]^2)
 *
 * The computation of that name in PolyBench 4.2. Exercises: compound assignments, a call
 * without side effects, iterators declared in the loops. */
#include "kernel.h"

#ifndef N
#define N 900
#endif

static void kernel_cholesky(int n, double A[n][n])
{
#pragma scop
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++) {
            for (int k = 0; k < j; k++)
                A[i][j] -= A[i][k] * A[j][k];
            A[i][j] /= A[j][j];
        }
        for (int k = 0; k < i; k++)
            A[i][i] -= A[i][k] * A[i][k];
        A[i][i] = sqrt(A[i][i]);
    }
#pragma endscop
}

int main(void)
{
    int n = N;
    double (*A)[n] = array(sizeof(double[n][n]));
    fill(&A[0][0], (size_t)n * n, 1);
    /* Symmetric and diagonally dominant, hence positive definite. */
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++)
            A[j][i] = A[i][j];
        A[i][i] += n;
    }

    double start = seconds();
    kernel_cholesky(n, A);
    double stop = seconds();

    live_out(&A[0][0], (size_t)n * n);
    return report("cholesky", stop - start);
}
