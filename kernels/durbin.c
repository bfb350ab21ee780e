/* durbin: the Levinson-Durbin recursion for the Yule-Walker equations T y = -r, where T is the
 * symmetric Toeplitz matrix with T[i][j] = r[|i-j|-1] off and 1 on the diagonal.
 *
 * The computation of that name in PolyBench 4.2. Exercises: scalars that carry a recurrence,
 * subscripts k-i-1 that run against the loop, single statements before the nest. */
#include "kernel.h"

#ifndef N
#define N 10000
#endif

static void kernel_durbin(int n, double r[n], double y[n], double z[n])
{
    int i, k;
    double alpha, beta, sum;

#pragma scop
    y[0] = -r[0];
    beta = 1.0;
    alpha = -r[0];
    for (k = 1; k < n; k++) {
        beta = (1 - alpha * alpha) * beta;
        sum = 0.0;
        for (i = 0; i < k; i++)
            sum += r[k - i - 1] * y[i];
        alpha = -(r[k] + sum) / beta;
        for (i = 0; i < k; i++)
            z[i] = y[i] + alpha * y[k - i - 1];
        for (i = 0; i < k; i++)
            y[i] = z[i];
        y[k] = alpha;
    }
#pragma endscop
}

int main(void)
{
    int n = N;
    double *r = array(sizeof(double[n]));
    double *y = array(sizeof(double[n]));
    double *z = array(sizeof(double[n]));
    /* Small entries keep the Toeplitz matrix positive definite. */
    for (int i = 0; i < n; i++)
        r[i] = value(1, i) / (2.0 * (i + 2.0) * (i + 2.0));

    double start = seconds();
    kernel_durbin(n, r, y, z);
    double stop = seconds();

    live_out(y, n);
    live_out(z, n);
    return report("durbin", stop - start);
}
