/* ludcmp: the solution of A x = b by A = L U in place of A, L y = b, U x = y.
 *
 * The computation of that name in PolyBench 4.2, and an example of Convexity's table 1.
 * Exercises: a scalar accumulator shared by four nests, a downward loop. */
#include "kernel.h"

#ifndef N
#define N 700
#endif

static void kernel_ludcmp(int n, double A[n][n], double b[n], double x[n], double y[n])
{
    int i, j, k;
    double w;

#pragma scop
    for (i = 0; i < n; i++) {
        for (j = 0; j < i; j++) {
            w = A[i][j];
            for (k = 0; k < j; k++)
                w -= A[i][k] * A[k][j];
            A[i][j] = w / A[j][j];
        }
        for (j = i; j < n; j++) {
            w = A[i][j];
            for (k = 0; k < i; k++)
                w -= A[i][k] * A[k][j];
            A[i][j] = w;
        }
    }
    for (i = 0; i < n; i++) {
        w = b[i];
        for (j = 0; j < i; j++)
            w -= A[i][j] * y[j];
        y[i] = w;
    }
    for (i = n - 1; i >= 0; i--) {
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
    kernel_ludcmp(n, A, b, x, y);
    double stop = seconds();

    live_out(&A[0][0], (size_t)n * n);
    live_out(y, n);
    live_out(x, n);
    return report("ludcmp", stop - start);
}
