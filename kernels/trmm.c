/* trmm: B := alpha A^T B with a unit lower triangular m by m matrix A, in place:
 * B[i][j] := alpha (B[i][j] + sum_{k>i} A[k][i] B[k][j]).
 *
 * The computation of that name in PolyBench 4.2. Labels and the loop of one iteration serve
 * script 2 of Loopy, appendix B (Mult, Alpha). */
#include "kernel.h"

#ifndef M
#define M 600
#endif
#ifndef N
#define N 650
#endif

static void kernel_trmm(int m, int n, double alpha, double A[m][m], double B[m][n])
{
    int i, j, k;

#pragma scop
    for (i = 0; i < m; i++)
        for (j = 0; j < n; j++) {
            for (k = i + 1; k < m; k++)
Mult:           B[i][j] += A[k][i] * B[k][j];
            for (k = 0; k < 1; k++)
Alpha:          B[i][j] = alpha * B[i][j];
        }
#pragma endscop
}

int main(void)
{
    int m = M, n = N;
    double (*A)[m] = array(sizeof(double[m][m]));
    double (*B)[n] = array(sizeof(double[m][n]));
    fill(&A[0][0], (size_t)m * m, 1);
    fill(&B[0][0], (size_t)m * n, 2);

    double start = seconds();
    kernel_trmm(m, n, 1.5, A, B);
    double stop = seconds();

    live_out(&B[0][0], (size_t)m * n);
    return report("trmm", stop - start);
}
