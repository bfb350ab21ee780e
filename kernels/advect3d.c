/* advect3d: one step of sixth-order advection of a quantity a by a velocity (ux, uy, uz).
 * The value on a face is interpolated from three cells on either side,
 *
 *     a* = f60 (a[-1] + a[0]) + f61 (a[-2] + a[+1]) + f62 (a[-3] + a[+2]),
 *     f60 = 37/60, f61 = -8/60, f62 = 1/60  (which sum to 1/2),
 *
 * multiplied by the face's velocity into the fluxes al, ab, af of the three directions, and
 * a += (flux of the near face - flux of the far face) for the three directions.
 *
 * advect3d is the first example of Convexity's table 1 (12 loops, 4 statements, 32 array
 * references, all of which agree with this program); the paper does not print its text.
 * Exercises: arrays of rank three with a halo of three cells, constants by macro. */
#include "kernel.h"

#ifndef NX
#define NX 140
#endif
#ifndef NY
#define NY 130
#endif
#ifndef NZ
#define NZ 120
#endif

#define F60 (37.0 / 60.0)
#define F61 (-8.0 / 60.0)
#define F62 (1.0 / 60.0)

static void kernel_advect3d(int nx, int ny, int nz, double a[nx + 6][ny + 6][nz + 6],
                            double ux[nx + 6][ny + 6][nz + 6], double uy[nx + 6][ny + 6][nz + 6],
                            double uz[nx + 6][ny + 6][nz + 6], double al[nx + 6][ny + 6][nz + 6],
                            double ab[nx + 6][ny + 6][nz + 6], double af[nx + 6][ny + 6][nz + 6])
{
    int i, j, k;

#pragma scop
    for (i = 3; i <= nx + 3; i++)
        for (j = 3; j < ny + 3; j++)
            for (k = 3; k < nz + 3; k++)
                al[i][j][k] = (F60 * (a[i - 1][j][k] + a[i][j][k])
                               + F61 * (a[i - 2][j][k] + a[i + 1][j][k])
                               + F62 * (a[i - 3][j][k] + a[i + 2][j][k])) * ux[i][j][k];
    for (i = 3; i < nx + 3; i++)
        for (j = 3; j <= ny + 3; j++)
            for (k = 3; k < nz + 3; k++)
                ab[i][j][k] = (F60 * (a[i][j - 1][k] + a[i][j][k])
                               + F61 * (a[i][j - 2][k] + a[i][j + 1][k])
                               + F62 * (a[i][j - 3][k] + a[i][j + 2][k])) * uy[i][j][k];
    for (i = 3; i < nx + 3; i++)
        for (j = 3; j < ny + 3; j++)
            for (k = 3; k <= nz + 3; k++)
                af[i][j][k] = (F60 * (a[i][j][k - 1] + a[i][j][k])
                               + F61 * (a[i][j][k - 2] + a[i][j][k + 1])
                               + F62 * (a[i][j][k - 3] + a[i][j][k + 2])) * uz[i][j][k];
    for (i = 3; i < nx + 3; i++)
        for (j = 3; j < ny + 3; j++)
            for (k = 3; k < nz + 3; k++)
                a[i][j][k] += (al[i][j][k] - al[i + 1][j][k]) + (ab[i][j][k] - ab[i][j + 1][k])
                              + (af[i][j][k] - af[i][j][k + 1]);
#pragma endscop
}

int main(void)
{
    int nx = NX, ny = NY, nz = NZ;
    size_t cells = (size_t)(nx + 6) * (ny + 6) * (nz + 6);
    double (*a)[ny + 6][nz + 6] = array(sizeof(double) * cells);
    double (*ux)[ny + 6][nz + 6] = array(sizeof(double) * cells);
    double (*uy)[ny + 6][nz + 6] = array(sizeof(double) * cells);
    double (*uz)[ny + 6][nz + 6] = array(sizeof(double) * cells);
    double (*al)[ny + 6][nz + 6] = array(sizeof(double) * cells);
    double (*ab)[ny + 6][nz + 6] = array(sizeof(double) * cells);
    double (*af)[ny + 6][nz + 6] = array(sizeof(double) * cells);
    fill(&a[0][0][0], cells, 1);
    fill(&ux[0][0][0], cells, 2);
    fill(&uy[0][0][0], cells, 3);
    fill(&uz[0][0][0], cells, 4);

    double start = seconds();
    kernel_advect3d(nx, ny, nz, a, ux, uy, uz, al, ab, af);
    double stop = seconds();

    live_out(&a[0][0][0], cells);
    live_out(&al[0][0][0], cells);
    live_out(&ab[0][0][0], cells);
    live_out(&af[0][0][0], cells);
    return report("advect3d", stop - start);
}
