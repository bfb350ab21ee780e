/* transpose: A := A^T in place, by exchanging A[i][j] and A[j][i] for j < i.
 *
 * Exercises: a scalar declared and initialised in the loop body that every exchange reuses (its
 * anti and output dependences serialise the nest unless it is privatised), pointer-to-array
 * parameter with a parametric row length. */
#include "kernel.h"

#ifndef N
#define N 5000
#endif

static void kernel_transpose(int n, double (*A)[n])
{
    int i, j;

#pragma scop
    for (i = 1; i < n; i++)
        for (j = 0; j < i; j++) {
            double old = A[i][j];
            A[i][j] = A[j][i];
            A[j][i] = old;
        }
#pragma endscop
}

int main(void)
{
    int n = N;
    double (*A)[n] = array(sizeof(double[n][n]));
    fill(&A[0][0], (size_t)n * n, 1);

    double start = seconds();
    kernel_transpose(n, A);
    double stop = seconds();

    live_out(&A[0][0], (size_t)n * n);
    return report("transpose", stop - start);
}
