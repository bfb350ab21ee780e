/* haar: one level of the Haar wavelet transform of n values: means of neighbours in the first
 * half of the result, half differences in the second; an odd value out is kept at the end.
 *
 *     y[i/2]       = (x[i] + x[i+1]) / 2
 *     y[n/2 + i/2] = (x[i] - x[i+1]) / 2       for even i with i + 1 < n
 *     y[n-1] = x[n-1]                          if n is odd
 *
 * Exercises: a loop with step 2, / 2 in subscripts, an if on a parameter with %. */
#include "kernel.h"

#ifndef N
#define N 10000000
#endif

static void kernel_haar(int n, double x[n], double y[n])
{
    int i;

#pragma scop
    for (i = 0; i < n - 1; i += 2) {
        y[i / 2] = (x[i] + x[i + 1]) * 0.5;
        y[n / 2 + i / 2] = (x[i] - x[i + 1]) * 0.5;
    }
    if (n % 2 == 1)
        y[n - 1] = x[n - 1];
#pragma endscop
}

int main(void)
{
    int n = N;
    double *x = array(sizeof(double[n]));
    double *y = array(sizeof(double[n]));
    fill(x, n, 1);

    double start = seconds();
    kernel_haar(n, x, y);
    double stop = seconds();

    live_out(y, n);
    return report("haar", stop - start);
}
