/* fdtd-2d: finite differences in the time domain for Maxwell's equations in two dimensions:
 *
 *     ey[0][j] := fict[t]
 *     ey[i][j] -= 1/2 (hz[i][j] - hz[i-1][j])
 *     ex[i][j] -= 1/2 (hz[i][j] - hz[i][j-1])
 *     hz[i][j] -= 7/10 (ex[i][j+1] - ex[i][j] + ey[i+1][j] - ey[i][j])
 *
 * The computation of that name in PolyBench 4.2. Labels serve script 10 of Loopy, appendix B
 * (EY, EX, HZ). Exercises: an imperfect nest under a time loop, no braces around bodies. */
#include "kernel.h"

#ifndef TMAX
#define TMAX 100
#endif
#ifndef NX
#define NX 700
#endif
#ifndef NY
#define NY 800
#endif

#define SCALAR_VAL(x) x

static void kernel_fdtd_2d(int tmax, int nx, int ny, double ex[nx][ny], double ey[nx][ny],
                           double hz[nx][ny], double fict[tmax])
{
    int t, i, j;

#pragma scop
    for (t = 0; t < tmax; t++) {
        for (j = 0; j < ny; j++)
            ey[0][j] = fict[t];
        for (i = 1; i < nx; i++)
            for (j = 0; j < ny; j++)
EY:             ey[i][j] = ey[i][j] - SCALAR_VAL(0.5) * (hz[i][j] - hz[i - 1][j]);
        for (i = 0; i < nx; i++)
            for (j = 1; j < ny; j++)
EX:             ex[i][j] = ex[i][j] - SCALAR_VAL(0.5) * (hz[i][j] - hz[i][j - 1]);
        for (i = 0; i < nx - 1; i++)
            for (j = 0; j < ny - 1; j++)
HZ:             hz[i][j] = hz[i][j]
                           - SCALAR_VAL(0.7)
                             * (ex[i][j + 1] - ex[i][j] + ey[i + 1][j] - ey[i][j]);
    }
#pragma endscop
}

int main(void)
{
    int tmax = TMAX, nx = NX, ny = NY;
    double (*ex)[ny] = array(sizeof(double[nx][ny]));
    double (*ey)[ny] = array(sizeof(double[nx][ny]));
    double (*hz)[ny] = array(sizeof(double[nx][ny]));
    double *fict = array(sizeof(double[tmax]));
    fill(&ex[0][0], (size_t)nx * ny, 1);
    fill(&ey[0][0], (size_t)nx * ny, 2);
    fill(&hz[0][0], (size_t)nx * ny, 3);
    fill(fict, tmax, 4);

    double start = seconds();
    kernel_fdtd_2d(tmax, nx, ny, ex, ey, hz, fict);
    double stop = seconds();

    live_out(&ex[0][0], (size_t)nx * ny);
    live_out(&ey[0][0], (size_t)nx * ny);
    live_out(&hz[0][0], (size_t)nx * ny);
    return report("fdtd-2d", stop - start);
}
