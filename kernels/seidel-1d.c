/* seidel-1d: a[i] := 1/4 a[i-1] + 1/2 a[i] + 1/4 a[i+1], in place, t times.
 *
 * The smallest wavefront: neither loop is parallel, the diagonals 2 t + i are. Exercises: one
 * array, dependences (0, 1), (1, 0) and (1, -1). */
#include "kernel.h"

#ifndef T
#define T 10000
#endif
#ifndef N
#define N 4000
#endif

static void kernel_seidel_1d(int steps, int n, double a[n])
{
#pragma scop
    for (int t = 0; t < steps; t++)
        for (int i = 1; i < n - 1; i++)
            a[i] = 0.25 * a[i - 1] + 0.5 * a[i] + 0.25 * a[i + 1];
#pragma endscop
}

int main(void)
{
    int steps = T, n = N;
    double *a = array(sizeof(double[n]));
    fill(a, n, 1);

    double start = seconds();
    kernel_seidel_1d(steps, n, a);
    double stop = seconds();

    live_out(a, n);
    return report("seidel-1d", stop - start);
}
