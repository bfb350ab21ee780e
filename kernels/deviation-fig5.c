/* deviation-fig5: A[i] := B[i] and C[i] := A[i+1] for 0 <= i <= N.
 *
 * The example of Deviation, figure 5, with its labels: fusion violates the dependence from S1[i]
 * to S2[i-1]; the correction shifts S1 by -1. Exercises: a parameter as an inclusive bound, one
 * cell of A that the scop reads and never writes. */
#include "kernel.h"

#ifndef N
#define N 8000000
#endif

static void kernel_deviation_fig5(int n, double A[n + 2], double B[n + 1], double C[n + 1])
{
    int i;

#pragma scop
    for (i = 0; i <= n; i++)
S1:     A[i] = B[i];

    for (i = 0; i <= n; i++)
S2:     C[i] = A[i+1];
#pragma endscop
}

int main(void)
{
    int n = N;
    double *A = array(sizeof(double[n + 2]));
    double *B = array(sizeof(double[n + 1]));
    double *C = array(sizeof(double[n + 1]));
    fill(A, (size_t)n + 2, 1);
    fill(B, (size_t)n + 1, 2);

    double start = seconds();
    kernel_deviation_fig5(n, A, B, C);
    double stop = seconds();

    live_out(A, (size_t)n + 2);
    live_out(C, (size_t)n + 1);
    return report("deviation-fig5", stop - start);
}
