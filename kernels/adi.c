/* adi: alternating direction implicit integration of the heat equation on a square.
 *
 * Each time step solves, first for every interior column i of v, then for every interior row i
 * of u, a tridiagonal system with value 1 at both ends:
 *
 *     a v[j-1][i] + b v[j][i] + c v[j+1][i] = -d u[j][i-1] + (1 + 2 d) u[j][i] - f u[j][i+1]
 *     d u[i][j-1] + e u[i][j] + f u[i][j+1] = -a v[i-1][j] + (1 + 2 a) v[i][j] - c v[i+1][j]
 *
 * with the sweeps of Thomas: p and q downwards in j, then the unknowns upwards.
 *
 * The computation of that name in PolyBench 4.2. Script 9 of Loopy, appendix B, speaks of PQinit,
 * PQ, Vinit and V in the column sweep; the row sweep has labels of its own. The labels stand on
 * loops, so that they name all statements inside. Exercises: downward loops, scalars computed
 * before the scop, a loop of one iteration with three statements. */
#include "kernel.h"

#ifndef TSTEPS
#define TSTEPS 40
#endif
#ifndef N
#define N 400
#endif

#define SCALAR_VAL(x) x

static void kernel_adi(int tsteps, int n, double u[n][n], double v[n][n], double p[n][n],
                       double q[n][n])
{
    int t, i, j;
    double dx = 1.0 / (double)n;
    double dt = 1.0 / (double)tsteps;
    double mul1 = 2.0 * dt / (dx * dx);
    double mul2 = 1.0 * dt / (dx * dx);
    double a = -mul1 / 2.0, b = 1.0 + mul1, c = a;
    double d = -mul2 / 2.0, e = 1.0 + mul2, f = d;

#pragma scop
    for (t = 1; t <= tsteps; t++) {
        /* columns */
        for (i = 1; i < n - 1; i++) {
PQinit:     for (j = 0; j < 1; j++) {
                v[0][i] = SCALAR_VAL(1.0);
                p[i][0] = SCALAR_VAL(0.0);
                q[i][0] = v[0][i];
            }
PQ:         for (j = 1; j < n - 1; j++) {
                p[i][j] = -c / (a * p[i][j - 1] + b);
                q[i][j] = (-d * u[j][i - 1] + (SCALAR_VAL(1.0) + SCALAR_VAL(2.0) * d) * u[j][i]
                           - f * u[j][i + 1] - a * q[i][j - 1])
                          / (a * p[i][j - 1] + b);
            }
Vinit:      for (j = 0; j < 1; j++)
                v[n - 1][i] = SCALAR_VAL(1.0);
V:          for (j = n - 2; j >= 1; j--)
                v[j][i] = p[i][j] * v[j + 1][i] + q[i][j];
        }
        /* rows */
        for (i = 1; i < n - 1; i++) {
RowPQinit:  for (j = 0; j < 1; j++) {
                u[i][0] = SCALAR_VAL(1.0);
                p[i][0] = SCALAR_VAL(0.0);
                q[i][0] = u[i][0];
            }
RowPQ:      for (j = 1; j < n - 1; j++) {
                p[i][j] = -f / (d * p[i][j - 1] + e);
                q[i][j] = (-a * v[i - 1][j] + (SCALAR_VAL(1.0) + SCALAR_VAL(2.0) * a) * v[i][j]
                           - c * v[i + 1][j] - d * q[i][j - 1])
                          / (d * p[i][j - 1] + e);
            }
Uinit:      for (j = 0; j < 1; j++)
                u[i][n - 1] = SCALAR_VAL(1.0);
U:          for (j = n - 2; j >= 1; j--)
                u[i][j] = p[i][j] * u[i][j + 1] + q[i][j];
        }
    }
#pragma endscop
}

int main(void)
{
    int tsteps = TSTEPS, n = N;
    double (*u)[n] = array(sizeof(double[n][n]));
    double (*v)[n] = array(sizeof(double[n][n]));
    double (*p)[n] = array(sizeof(double[n][n]));
    double (*q)[n] = array(sizeof(double[n][n]));
    fill(&u[0][0], (size_t)n * n, 1);

    double start = seconds();
    kernel_adi(tsteps, n, u, v, p, q);
    double stop = seconds();

    live_out(&u[0][0], (size_t)n * n);
    live_out(&v[0][0], (size_t)n * n);
    live_out(&p[0][0], (size_t)n * n);
    live_out(&q[0][0], (size_t)n * n);
    return report("adi", stop - start);
}
