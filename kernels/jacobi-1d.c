/* jacobi-1d: three-point averaging on a line, A to B and back:
 * new[i] = 1/3 (old[i-1] + old[i] + old[i+1]), with 0.33333 for 1/3.
 *
 * The computation of that name in PolyBench 4.2. Exercises: global arrays of constant size,
 * iterators declared in the loops, bounds with <=. */
#include "kernel.h"

#ifndef TSTEPS
#define TSTEPS 40000
#endif
#ifndef N
#define N 4000
#endif

static double A[N], B[N];

static void kernel_jacobi_1d(void)
{
#pragma scop
    for (int t = 0; t < TSTEPS; t++) {
        for (int i = 1; i <= N - 2; i++)
            B[i] = 0.33333 * (A[i - 1] + A[i] + A[i + 1]);
        for (int i = 1; i <= N - 2; i++)
            A[i] = 0.33333 * (B[i - 1] + B[i] + B[i + 1]);
    }
#pragma endscop
}

int main(void)
{
    fill(A, N, 1);
    fill(B, N, 2);

    double start = seconds();
    kernel_jacobi_1d();
    double stop = seconds();

    live_out(A, N);
    live_out(B, N);
    return report("jacobi-1d", stop - start);
}
