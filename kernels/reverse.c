/* reverse: the columns of a matrix in reverse order, in place: A[i][j] and A[i][m-1-j] are
 * exchanged for j < floor(m/2).
 *
 * Exercises: floord and ceild as macros in bounds (the middle column, if there is one, is
 * negated by a loop from floord(m, 2) below ceild(m, 2)), subscripts that run backwards, a
 * global scalar. */
#include "kernel.h"

#ifndef N
#define N 4000
#endif
#ifndef M
#define M 4001
#endif

#define floord(n, d) (((n) < 0) ? -((-(n) + (d) - 1) / (d)) : (n) / (d))
#define ceild(n, d) (((n) < 0) ? -((-(n)) / (d)) : ((n) + (d) - 1) / (d))

static double held;

static void kernel_reverse(int n, int m, double A[n][m])
{
    int i, j;

#pragma scop
    for (i = 0; i < n; i++) {
        for (j = 0; j < floord(m, 2); j++) {
            held = A[i][j];
            A[i][j] = A[i][m - 1 - j];
            A[i][m - 1 - j] = held;
        }
        for (j = floord(m, 2); j < ceild(m, 2); j++)
            A[i][j] = -A[i][j];
    }
#pragma endscop
}

int main(void)
{
    int n = N, m = M;
    double (*A)[m] = array(sizeof(double[n][m]));
    fill(&A[0][0], (size_t)n * m, 1);

    double start = seconds();
    kernel_reverse(n, m, A);
    double stop = seconds();

    live_out(&A[0][0], (size_t)n * m);
    live_out_value(held);
    return report("reverse", stop - start);
}
