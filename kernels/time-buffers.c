/* time-buffers: the heat equation on a square, explicit, with two buffers that are used in turn:
 *
 *     u(t+1)[i][j] = 1/2 u(t)[i][j] + 1/8 (sum of the four neighbours).
 *
 * Exercises: buffers chosen by t % 2 and (t + 1) % 2, pointers to the rows of both, so that the
 * statement itself names rows and columns only. */
#include "kernel.h"

#ifndef T
#define T 100
#endif
#ifndef N
#define N 900
#endif

static void kernel_time_buffers(int steps, int n, double u[2][n][n])
{
#pragma scop
    for (int t = 0; t < steps; t++)
        for (int i = 1; i < n - 1; i++) {
            const double *above = u[t % 2][i - 1], *row = u[t % 2][i], *below = u[t % 2][i + 1];
            double *next = u[(t + 1) % 2][i];
            for (int j = 1; j < n - 1; j++)
                next[j] = 0.5 * row[j] + 0.125 * (above[j] + below[j] + row[j - 1] + row[j + 1]);
        }
#pragma endscop
}

int main(void)
{
    int steps = T, n = N;
    double (*u)[n][n] = array(sizeof(double[2][n][n]));
    fill(&u[0][0][0], (size_t)n * n, 1);
    fill(&u[1][0][0], (size_t)n * n, 1);

    double start = seconds();
    kernel_time_buffers(steps, n, u);
    double stop = seconds();

    live_out(&u[0][0][0], (size_t)2 * n * n);
    return report("time-buffers", stop - start);
}
