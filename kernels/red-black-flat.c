/* red-black-flat: successive over-relaxation for Laplace's equation on a square, in place, first
 * the cells with i + j even, then those with i + j odd, as in red-black:
 *
 *     u := u + omega (1/4 (sum of the four neighbours) - u).
 *
 * Exercises: one loop for both colours, every second cell of a row from a start that depends on row
 * and colour, a square in one piece, a pointer to a cell and its neighbours c[-n], c[n]. */
#include "kernel.h"

#ifndef T
#define T 100
#endif
#ifndef N
#define N 800
#endif

#define OMEGA 1.25

static void kernel_red_black_flat(int steps, int n, double *u)
{
#pragma scop
    for (int t = 0; t < steps; t++)
        for (int color = 0; color < 2; color++)
            for (int i = 1; i < n - 1; i++) {
                int first = 1 + (i + color + 1) % 2;
                for (int j = first; j < n - 1; j += 2) {
                    double *c = u + i * n + j;
                    *c += OMEGA * (0.25 * (c[-n] + c[-1] + c[1] + c[n]) - *c);
                }
            }
#pragma endscop
}

int main(void)
{
    int steps = T, n = N;
    double *u = array(sizeof(double[n][n]));
    fill(u, (size_t)n * n, 1);

    double start = seconds();
    kernel_red_black_flat(steps, n, u);
    double stop = seconds();

    live_out(u, (size_t)n * n);
    return report("red-black-flat", stop - start);
}
