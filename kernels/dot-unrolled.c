/* dot-unrolled: sum_i a[i] b[i] by four partial sums, unrolled by hand, with a remainder loop:
 * r[p] = sum of a[i] b[i] over i = p mod 4, i < 4 floor(n/4), then the rest into r[0], and
 * r[4] = ((r[0] + r[1]) + (r[2] + r[3])).
 *
 * Exercises: step 4, bounds with n % 4 and n / 4 * 4, reductions into single cells. */
#include "kernel.h"

#ifndef N
#define N 10000000
#endif

static void kernel_dot_unrolled(int n, double a[n], double b[n], double r[5])
{
    int i;

#pragma scop
    for (i = 0; i < n - n % 4; i += 4) {
        r[0] += a[i] * b[i];
        r[1] += a[i + 1] * b[i + 1];
        r[2] += a[i + 2] * b[i + 2];
        r[3] += a[i + 3] * b[i + 3];
    }
    for (i = n / 4 * 4; i < n; i++)
        r[0] += a[i] * b[i];
    r[4] = (r[0] + r[1]) + (r[2] + r[3]);
#pragma endscop
}

int main(void)
{
    int n = N;
    double *a = array(sizeof(double[n]));
    double *b = array(sizeof(double[n]));
    double *r = zeros(sizeof(double[5]));
    fill(a, n, 1);
    fill(b, n, 2);

    double start = seconds();
    kernel_dot_unrolled(n, a, b, r);
    double stop = seconds();

    live_out(r, 5);
    return report("dot-unrolled", stop - start);
}
