/* syr2k-banded: C := C + alpha (A^T B + B^T A), the upper triangle, for n by n matrices A and B
 * with entries for |i - k| < b only, stored by diagonals: A(k, i-k+b) is the entry in row k and
 * column i; C(i, j-i+1) is the entry in row i and column j.
 *
 * SYR2K of BLAS, banded, as adapted in Mappings, figure 1: the mapping
 * { [i,j,k] -> [j-i+1, k-j, k] } skews the nest. Loops and subscripts count from 1 as in the
 * paper. Exercises: min and max of three affine forms in bounds, two parameters, subscripts
 * with three terms. */
#include "kernel.h"

#ifndef N
#define N 12000
#endif
#ifndef B_WIDTH
#define B_WIDTH 50
#endif

#define min(x, y) ((x) < (y) ? (x) : (y))
#define max(x, y) ((x) > (y) ? (x) : (y))

static void kernel_syr2k_banded(int n, int b, double alpha, double C[n + 1][2 * b],
                                double A[n + 1][2 * b], double B[n + 1][2 * b])
{
    int i, j, k;

#pragma scop
    for (i = 1; i <= n; i++)
        for (j = i; j <= min(i + 2 * b - 2, n); j++)
            for (k = max(max(i - b + 1, j - b + 1), 1); k <= min(min(i + b - 1, j + b - 1), n); k++)
S10:            C[i][j - i + 1] = C[i][j - i + 1] + alpha * A[k][i - k + b] * B[k][j - k + b]
                                  + alpha * A[k][j - k + b] * B[k][i - k + b];
#pragma endscop
}

int main(void)
{
    int n = N, b = B_WIDTH;
    size_t cells = (size_t)(n + 1) * 2 * b;
    double (*C)[2 * b] = zeros(sizeof(double) * cells);
    double (*A)[2 * b] = array(sizeof(double) * cells);
    double (*B)[2 * b] = array(sizeof(double) * cells);
    fill(&A[0][0], cells, 1);
    fill(&B[0][0], cells, 2);

    double start = seconds();
    kernel_syr2k_banded(n, b, 1.5, C, A, B);
    double stop = seconds();

    live_out(&C[0][0], cells);
    return report("syr2k-banded", stop - start);
}
