/* wavefront: w[i][j] := 1/2 (w[i-1][j] + w[i][j-1]) over a rectangle, with the first
 * row and column given.
 *
 * The classical case for skewing: only the antidiagonals are parallel. Exercises: const and
 * long iterators, ++ before the name, conditions written with the constant on the left. */
#include "kernel.h"

#ifndef N
#define N 3500
#endif
#ifndef M
#define M 4000
#endif

static void kernel_wavefront(const long n, const long m, double w[n][m])
{
    long i, j;

#pragma scop
    for (i = 1; n > i; ++i)
        for (j = 1; m > j; ++j)
            w[i][j] = 0.5 * (w[i - 1][j] + w[i][j - 1]);
#pragma endscop
}

int main(void)
{
    long n = N, m = M;
    double (*w)[m] = array(sizeof(double[n][m]));
    fill(&w[0][0], (size_t)n * m, 1);

    double start = seconds();
    kernel_wavefront(n, m, w);
    double stop = seconds();

    live_out(&w[0][0], (size_t)n * m);
    return report("wavefront", stop - start);
}
