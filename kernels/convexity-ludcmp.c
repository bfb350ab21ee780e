/* convexity-ludcmp: the solution of A x = b. A = L U in place of A, column i of L and row i + 1 of U
 * in turn; then L y = b and U x = y, the first element of y and the last one of x by themselves.
 *
 * ludcmp of Convexity's table 1: 9 loops, 14 statements, 35 references, those to w included and `w -= …`
 * counted once; the paper does not print its text. (ludcmp.c computes rows, and has no statements
 * outside of loops.) */
#include "kernel.h"
#ifndef N
#define N 700
#endif

static void kernel_convexity_ludcmp(int n, double A[n][n], double b[n], double x[n], double y[n])
{
    int i, j, k;
    double w;

#pragma scop
    for (i = 0; i < n - 1; i++) {
        for (j = i + 1; j < n; j++) {
            w = A[j][i];
            for (k = 0; k < i; k++)
                w -= A[j][k] * A[k][i];
            A[j][i] = w / A[i][i];
        }
        for (j = i + 1; j < n; j++) {
            w = A[i + 1][j];
            for (k = 0; k <= i; k++)
                w -= A[i + 1][k] * A[k][j];
            A[i + 1][j] = w;
        }
    }
    y[0] = b[0];
    for (i = 1; i < n; i++) {
        w = b[i];
        for (j = 0; j < i; j++)
            w -= A[i][j] * y[j];
        y[i] = w;
    }
    x[n - 1] = y[n - 1] / A[n - 1][n - 1];
    for (i = n - 2; i >= 0; i--) {
        w = y[i];
        for (j = i + 1; j < n; j++)
            w -= A[i][j] * x[j];
        x[i] = w / A[i][i];
    }
#pragma endscop
}

int main(void)
{
    int n = N;
    double (*A)[n] = array(sizeof(double[n][n]));
    double *b = array(sizeof(double[n]));
    double *x = array(sizeof(double[n]));
    double *y = array(sizeof(double[n]));

    fill(&A[0][0], (size_t)n * n, 1);
    for (int i = 0; i < n; i++)
        A[i][i] += n; /* no pivot is near 0 */
    fill(b, n, 2);
    double start = seconds();
    kernel_convexity_ludcmp(n, A, b, x, y);
    double stop = seconds();
    live_out(&A[0][0], (size_t)n * n);
    live_out(y, n);
    live_out(x, n);
    return report("convexity-ludcmp", stop - start);
}
