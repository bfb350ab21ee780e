/* back-substitution: the solution of U x = b for an upper triangular U, from the last row up:
 * x[i] = (b[i] - sum_{j>i} U[i][j] x[j]) / U[i][i].
 *
 * Exercises: downward loops, one with > and one with !=, a decrement written i -= 1. */
#include "kernel.h"

#ifndef N
#define N 5000
#endif

static void kernel_back_substitution(int n, double U[n][n], double b[n], double x[n])
{
    int i, j;

#pragma scop
    for (i = n - 1; i != -1; i -= 1) {
        x[i] = b[i];
        for (j = n - 1; j > i; --j)
            x[i] -= U[i][j] * x[j];
        x[i] /= U[i][i];
    }
#pragma endscop
}

int main(void)
{
    int n = N;
    double (*U)[n] = array(sizeof(double[n][n]));
    double *b = array(sizeof(double[n]));
    double *x = array(sizeof(double[n]));
    fill(&U[0][0], (size_t)n * n, 1);
    for (int i = 0; i < n; i++)
        U[i][i] += n; /* well conditioned */
    fill(b, n, 2);

    double start = seconds();
    kernel_back_substitution(n, U, b, x);
    double stop = seconds();

    live_out(x, n);
    return report("back-substitution", stop - start);
}
