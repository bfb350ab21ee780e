/* two-scops: the power method for the largest eigenvalue of a symmetric matrix: repeat
 * y := A x, x := y / |y|. The product and the scaling are scops of their own; the norm between
 * them and the loop around them are ordinary C.
 *
 * Exercises: two scops in one function and a third in another one of the same file, code
 * between them that stays as it is. */
#include "kernel.h"

#ifndef T
#define T 10
#endif
#ifndef N
#define N 2500
#endif

static void make_symmetric(int n, double A[n][n])
{
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            A[j][i] = A[i][j];
#pragma endscop
}

static void kernel_two_scops(int steps, int n, double A[n][n], double x[n], double y[n],
                             double *norm)
{
    int i, j;

    while (steps-- > 0) {
#pragma scop
        for (i = 0; i < n; i++) {
            y[i] = 0.0;
            for (j = 0; j < n; j++)
                y[i] += A[i][j] * x[j];
        }
#pragma endscop
        double square = 0.0;
        for (i = 0; i < n; i++)
            square += y[i] * y[i];
        double length = sqrt(square);
#pragma scop
        for (i = 0; i < n; i++)
            x[i] = y[i] / length;
#pragma endscop
        *norm = length;
    }
}

int main(void)
{
    int steps = T, n = N;
    double (*A)[n] = array(sizeof(double[n][n]));
    double *x = array(sizeof(double[n]));
    double *y = array(sizeof(double[n]));
    double norm = 0.0;
    fill(&A[0][0], (size_t)n * n, 1);
    fill(x, n, 2);

    double start = seconds();
    make_symmetric(n, A);
    kernel_two_scops(steps, n, A, x, y, &norm);
    double stop = seconds();

    live_out(&A[0][0], (size_t)n * n);
    live_out(x, n);
    live_out(y, n);
    live_out_value(norm);
    return report("two-scops", stop - start);
}
