/* swapped-buffers: Jacobi's iteration for Poisson's equation on a square, with two buffers:
 *
 *     next = 1/4 (sum of the four neighbours of now + f).
 *
 * After each step the buffers change places. Exercises: a scop within a loop that exchanges the
 * pointers: they name other buffers each time, but are apart in every step, because each is what
 * malloc gave; a place in a local variable. */
#include "kernel.h"

#ifndef T
#define T 100
#endif
#ifndef N
#define N 900
#endif

static void kernel_swapped_buffers(int steps, int n, const double *restrict f, double *restrict u)
{
    size_t bytes = (size_t)n * n * sizeof(double);
    double *now = malloc(bytes), *next = malloc(bytes);
    if (now == NULL || next == NULL)
        exit(1);
    memcpy(now, u, bytes);
    memcpy(next, u, bytes);
    for (int t = 0; t < steps; t++) {
#pragma scop
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++) {
                int at = i * n + j;
                next[at] = 0.25 * (now[at - n] + now[at + n] + now[at - 1] + now[at + 1] + f[at]);
            }
#pragma endscop
        double *other = now;
        now = next;
        next = other;
    }
    memcpy(u, now, bytes);
    free(now);
    free(next);
}

int main(void)
{
    int steps = T, n = N;
    double *f = array(sizeof(double[n][n])), *u = array(sizeof(double[n][n]));
    fill(f, (size_t)n * n, 1);
    fill(u, (size_t)n * n, 2);

    double start = seconds();
    kernel_swapped_buffers(steps, n, f, u);
    double stop = seconds();

    live_out(u, (size_t)n * n);
    return report("swapped-buffers", stop - start);
}
