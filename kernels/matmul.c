/* matmul: C := A B for square matrices.
 *
 * The program of Loopy, figure 1a, with its labels: the script of figure 2a splits Init from
 * Mult, exchanges j and k in Mult, and tiles it. */
#include "kernel.h"

#ifndef N
#define N 550
#endif

static void kernel_matmul(int n, double A[n][n], double B[n][n], double C[n][n])
{
    int i, j, k;

#pragma scop
    for (i = 0; i < n; i++) {
        for (j = 0; j < n; j++) {
Init:       C[i][j] = 0;
            for (k = 0; k < n; k++) {
Mult:           C[i][j] += A[i][k] * B[k][j];
            }
        }
    }
#pragma endscop
}

int main(void)
{
    int n = N;
    double (*A)[n] = array(sizeof(double[n][n]));
    double (*B)[n] = array(sizeof(double[n][n]));
    double (*C)[n] = array(sizeof(double[n][n]));
    fill(&A[0][0], (size_t)n * n, 1);
    fill(&B[0][0], (size_t)n * n, 2);

    double start = seconds();
    kernel_matmul(n, A, B, C);
    double stop = seconds();

    live_out(&C[0][0], (size_t)n * n);
    return report("matmul", stop - start);
}
