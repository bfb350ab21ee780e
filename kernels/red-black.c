/* red-black: Gauss-Seidel for Laplace's equation on a square, first the cells with i + j even,
 * then those with i + j odd: u := 1/4 (sum of the four neighbours).
 *
 * Exercises: conditions with %, in the two forms == 0 and != 0; each half step is parallel. */
#include "kernel.h"

#ifndef T
#define T 100
#endif
#ifndef N
#define N 800
#endif

static void kernel_red_black(int steps, int n, double u[n][n])
{
    int t, i, j;

#pragma scop
    for (t = 0; t < steps; t++) {
        for (i = 1; i < n - 1; i++)
            for (j = 1; j < n - 1; j++)
                if ((i + j) % 2 == 0)
Red:                u[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]);
        for (i = 1; i < n - 1; i++)
            for (j = 1; j < n - 1; j++)
                if ((i + j) % 2 != 0)
Black:              u[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]);
    }
#pragma endscop
}

int main(void)
{
    int steps = T, n = N;
    double (*u)[n] = array(sizeof(double[n][n]));
    fill(&u[0][0], (size_t)n * n, 1);

    double start = seconds();
    kernel_red_black(steps, n, u);
    double stop = seconds();

    live_out(&u[0][0], (size_t)n * n);
    return report("red-black", stop - start);
}
