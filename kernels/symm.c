/* symm: C := alpha A B + beta C with a symmetric m by m matrix A of which only the lower
 * triangle is read.
 *
 * The computation of that name in PolyBench 4.2. Exercises: a scalar reset in each iteration,
 * writes to earlier rows, a cast. */
#include "kernel.h"

#ifndef M
#define M 500
#endif
#ifndef N
#define N 550
#endif

static void kernel_symm(int m, int n, double alpha, double beta, double C[m][n], double A[m][m],
                        double B[m][n])
{
    int i, j, k;
    double temp2;

#pragma scop
    for (i = 0; i < m; i++)
        for (j = 0; j < n; j++) {
            temp2 = (double)0;
            for (k = 0; k < i; k++) {
                C[k][j] += alpha * B[i][j] * A[i][k];
                temp2 += B[k][j] * A[i][k];
            }
            C[i][j] = beta * C[i][j] + alpha * B[i][j] * A[i][i] + alpha * temp2;
        }
#pragma endscop
}

int main(void)
{
    int m = M, n = N;
    double (*C)[n] = array(sizeof(double[m][n]));
    double (*A)[m] = array(sizeof(double[m][m]));
    double (*B)[n] = array(sizeof(double[m][n]));
    fill(&C[0][0], (size_t)m * n, 1);
    fill(&A[0][0], (size_t)m * m, 2);
    fill(&B[0][0], (size_t)m * n, 3);

    double start = seconds();
    kernel_symm(m, n, 1.5, 1.25, C, A, B);
    double stop = seconds();

    live_out(&C[0][0], (size_t)m * n);
    return report("symm", stop - start);
}
