/* periodic: three-point averaging on a ring of n cells, A to B and back:
 * new[i] = 1/4 old[i-1] + 1/2 old[i] + 1/4 old[i+1], indices modulo n.
 *
 * Exercises: ?: with affine conditions in subscripts (the boundary in the manner of ASTgen,
 * section 2: A[i == 0 ? N - 1 : i - 1]). */
#include "kernel.h"

#ifndef T
#define T 20000
#endif
#ifndef N
#define N 4000
#endif

static void kernel_periodic(int steps, int n, double A[n], double B[n])
{
    int t, i;

#pragma scop
    for (t = 0; t < steps; t++) {
        for (i = 0; i < n; i++)
            B[i] = 0.25 * A[i == 0 ? n - 1 : i - 1] + 0.5 * A[i] + 0.25 * A[i == n - 1 ? 0 : i + 1];
        for (i = 0; i < n; i++)
            A[i] = 0.25 * B[i == 0 ? n - 1 : i - 1] + 0.5 * B[i] + 0.25 * B[i == n - 1 ? 0 : i + 1];
    }
#pragma endscop
}

int main(void)
{
    int steps = T, n = N;
    double *A = array(sizeof(double[n]));
    double *B = array(sizeof(double[n]));
    fill(A, n, 1);

    double start = seconds();
    kernel_periodic(steps, n, A, B);
    double stop = seconds();

    live_out(A, n);
    live_out(B, n);
    return report("periodic", stop - start);
}
