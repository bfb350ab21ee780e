/* lu: A = L U with unit lower triangular L and upper triangular U, both in place of A:
 *
 *     L[i][j] = (A[i][j] - sum_{k<j} L[i][k] U[k][j]) / U[j][j]     for j < i
 *     U[i][j] =  A[i][j] - sum_{k<i} L[i][k] U[k][j]                for j >= i
 *
 * The computation of that name in PolyBench 4.2. Labels and the loop of one iteration serve
 * script 8 of Loopy, appendix B (Left, Norm, Right). That script counts every iterator from 0
 * (its shift of Right by i undoes the lower bound j = i). */
#include "kernel.h"

#ifndef N
#define N 700
#endif

static void kernel_lu(int n, double A[n][n])
{
    int i, j, k;

#pragma scop
    for (i = 0; i < n; i++) {
        for (j = 0; j < i; j++) {
            for (k = 0; k < j; k++) {
Left:           A[i][j] -= A[i][k] * A[k][j];
            }
            for (k = 0; k < 1; k++) {
Norm:           A[i][j] /= A[j][j];
            }
        }
        for (j = i; j < n; j++) {
            for (k = 0; k < i; k++) {
Right:          A[i][j] -= A[i][k] * A[k][j];
            }
        }
    }
#pragma endscop
}

int main(void)
{
    int n = N;
    double (*A)[n] = array(sizeof(double[n][n]));
    fill(&A[0][0], (size_t)n * n, 1);
    for (int i = 0; i < n; i++)
        A[i][i] += n; /* no pivot is near 0 */

    double start = seconds();
    kernel_lu(n, A);
    double stop = seconds();

    live_out(&A[0][0], (size_t)n * n);
    return report("lu", stop - start);
}
