/* n-body-flat: accelerations of n point masses under softened gravity, as in n-body, with the
 * three coordinates of all bodies in one array:
 *
 *     a[i] = sum_j mass[j] (p[j] - p[i]) / (|p[j] - p[i]|^2 + eps)^(3/2).
 *
 * Exercises: pointers to the coordinates of a body, p = pos + 3 * i and &acc[3 * i]; several
 * variables in one declaration, sums in local variables that are written once. */
#include "kernel.h"

#ifndef N
#define N 4000
#endif

#define EPS 0.01

static void kernel_n_body_flat(int n, const double *restrict pos, const double *restrict mass,
                               double *restrict acc)
{
#pragma scop
    for (int i = 0; i < n; i++) {
        const double *p = pos + 3 * i;
        double ax = 0.0, ay = 0.0, az = 0.0;
        for (int j = 0; j < n; j++) {
            const double *q = pos + 3 * j;
            double dx = q[0] - p[0], dy = q[1] - p[1], dz = q[2] - p[2];
            double square = dx * dx + dy * dy + dz * dz + EPS;
            double factor = mass[j] / (square * sqrt(square));
            ax += factor * dx;
            ay += factor * dy;
            az += factor * dz;
        }
        double *a = &acc[3 * i];
        a[0] = ax;
        a[1] = ay;
        a[2] = az;
    }
#pragma endscop
}

int main(void)
{
    int n = N;
    double *pos = array(sizeof(double[n][3]));
    double *mass = array(sizeof(double[n]));
    double *acc = array(sizeof(double[n][3]));
    fill(pos, (size_t)n * 3, 1);
    fill(mass, n, 2);

    double start = seconds();
    kernel_n_body_flat(n, pos, mass, acc);
    double stop = seconds();

    live_out(acc, (size_t)n * 3);
    return report("n-body-flat", stop - start);
}
