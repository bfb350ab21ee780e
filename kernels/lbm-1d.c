/* lbm-1d: a lattice-Boltzmann method in one dimension with three velocities (0, +1, -1) and two
 * buffers in time. Each cell streams from its neighbours, then relaxes towards equilibrium:
 *
 *     r = f0(i) + f1(i-1) + f2(i+1)
 *     f_q := (1 - omega) f_q + omega w_q r        with w = 4/6, 1/6, 1/6
 *
 * The two end cells keep their values. Exercises: subscripts (t + 1) % 2 and t % 2, a scalar
 * declared in the scop, arrays of rank three with a constant inner extent. */
#include "kernel.h"

#ifndef T
#define T 12000
#endif
#ifndef N
#define N 8000
#endif

#define OMEGA 0.75

static void kernel_lbm_1d(int steps, int n, double f[2][n][3])
{
#pragma scop
    for (int t = 0; t < steps; t++)
        for (int i = 1; i < n - 1; i++) {
            double r = f[t % 2][i][0] + f[t % 2][i - 1][1] + f[t % 2][i + 1][2];
            f[(t + 1) % 2][i][0] = (1.0 - OMEGA) * f[t % 2][i][0] + OMEGA * (4.0 / 6.0) * r;
            f[(t + 1) % 2][i][1] = (1.0 - OMEGA) * f[t % 2][i - 1][1] + OMEGA * (1.0 / 6.0) * r;
            f[(t + 1) % 2][i][2] = (1.0 - OMEGA) * f[t % 2][i + 1][2] + OMEGA * (1.0 / 6.0) * r;
        }
#pragma endscop
}

int main(void)
{
    int steps = T, n = N;
    double (*f)[n][3] = array(sizeof(double[2][n][3]));
    fill(&f[0][0][0], (size_t)n * 3, 1);
    fill(&f[1][0][0], (size_t)n * 3, 1);

    double start = seconds();
    kernel_lbm_1d(steps, n, f);
    double stop = seconds();

    live_out(&f[0][0][0], (size_t)2 * n * 3);
    return report("lbm-1d", stop - start);
}
