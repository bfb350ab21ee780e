/* struct-of-arrays: one step in time of n particles in the plane under given forces:
 *
 *     v := v + dt f / mass,   x := x + dt v.
 *
 * Exercises: a structure of arrays behind a pointer, its size p->n as a bound, restrict pointers
 * that are set from its fields before the loop. */
#include "kernel.h"

#ifndef N
#define N 1000000
#endif

struct particles {
    int n;
    double *x, *y, *vx, *vy;
    const double *fx, *fy, *mass;
};

static void kernel_struct_of_arrays(struct particles *p, double dt)
{
    double *restrict px = p->x, *restrict py = p->y;
    double *restrict vx = p->vx, *restrict vy = p->vy;
    const double *restrict fx = p->fx, *restrict fy = p->fy, *restrict mass = p->mass;

#pragma scop
    for (int i = 0; i < p->n; i++) {
        vx[i] += dt * fx[i] / mass[i];
        vy[i] += dt * fy[i] / mass[i];
        px[i] += dt * vx[i];
        py[i] += dt * vy[i];
    }
#pragma endscop
}

int main(void)
{
    int n = N;
    double *parts[7];
    for (int a = 0; a < 7; a++) {
        parts[a] = array(sizeof(double[n]));
        fill(parts[a], n, 1 + a);
    }
    struct particles p = {n, parts[0], parts[1], parts[2], parts[3], parts[4], parts[5], parts[6]};

    double start = seconds();
    kernel_struct_of_arrays(&p, 0.5);
    double stop = seconds();

    for (int a = 0; a < 4; a++)
        live_out(parts[a], n);
    return report("struct-of-arrays", stop - start);
}
