/* complex-matvec: y := A x for complex numbers, spelled out in real and imaginary parts.
 *
 * Exercises: arrays of structures with accesses to fields. */
#include "kernel.h"

#ifndef N
#define N 2500
#endif

struct complex_number {
    double re, im;
};

static void kernel_complex_matvec(int n, struct complex_number A[n][n], struct complex_number x[n],
                                  struct complex_number y[n])
{
    int i, j;

#pragma scop
    for (i = 0; i < n; i++) {
        y[i].re = 0.0;
        y[i].im = 0.0;
        for (j = 0; j < n; j++) {
            y[i].re += A[i][j].re * x[j].re - A[i][j].im * x[j].im;
            y[i].im += A[i][j].re * x[j].im + A[i][j].im * x[j].re;
        }
    }
#pragma endscop
}

int main(void)
{
    int n = N;
    struct complex_number (*A)[n] = array(sizeof(struct complex_number[n][n]));
    struct complex_number *x = array(sizeof(struct complex_number[n]));
    struct complex_number *y = array(sizeof(struct complex_number[n]));
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            A[i][j].re = value(1, (size_t)i * n + j);
            A[i][j].im = value(2, (size_t)i * n + j);
        }
    for (int i = 0; i < n; i++) {
        x[i].re = value(3, i);
        x[i].im = value(4, i);
    }

    double start = seconds();
    kernel_complex_matvec(n, A, x, y);
    double stop = seconds();

    for (int i = 0; i < n; i++) {
        live_out_value(y[i].re);
        live_out_value(y[i].im);
    }
    return report("complex-matvec", stop - start);
}
