/* n-body: accelerations of n point masses under softened gravity,
 *
 *     a[i] = sum_{j != i} mass[j] (p[j] - p[i]) / (|p[j] - p[i]|^2 + eps)^(3/2).
 *
 * Exercises: if with != on iterators, an array of rank two with a constant inner extent,
 * scalars that are computed and used within one iteration, calls. */
#include "kernel.h"

#ifndef N
#define N 4000
#endif

#define EPS 0.01

static void kernel_n_body(int n, double p[n][3], double mass[n], double a[n][3])
{
    int i, j, c;
    double square, factor;

#pragma scop
    for (i = 0; i < n; i++) {
        for (c = 0; c < 3; c++)
            a[i][c] = 0.0;
        for (j = 0; j < n; j++)
            if (i != j) {
                square = EPS;
                for (c = 0; c < 3; c++)
                    square += (p[j][c] - p[i][c]) * (p[j][c] - p[i][c]);
                factor = mass[j] / (square * sqrt(square));
                for (c = 0; c < 3; c++)
                    a[i][c] += factor * (p[j][c] - p[i][c]);
            }
    }
#pragma endscop
}

int main(void)
{
    int n = N;
    double (*p)[3] = array(sizeof(double[n][3]));
    double *mass = array(sizeof(double[n]));
    double (*a)[3] = array(sizeof(double[n][3]));
    fill(&p[0][0], (size_t)n * 3, 1);
    fill(mass, n, 2);

    double start = seconds();
    kernel_n_body(n, p, mass, a);
    double stop = seconds();

    live_out(&a[0][0], (size_t)n * 3);
    return report("n-body", stop - start);
}
