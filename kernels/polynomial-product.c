/* polynomial-product: the coefficients of a product of two polynomials,
 * c[k] = sum_{i+j=k} a[i] b[j].
 *
 * Exercises: a subscript with two iterators, a reduction along antidiagonals, dependences of
 * distance (1, -1). */
#include "kernel.h"

#ifndef N
#define N 12000
#endif
#ifndef M
#define M 15000
#endif

static void kernel_polynomial_product(int n, int m, double a[n], double b[m], double c[n + m - 1])
{
    int i, j;

#pragma scop
    for (i = 0; i < n + m - 1; i++)
        c[i] = 0.0;
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++)
            c[i + j] += a[i] * b[j];
#pragma endscop
}

int main(void)
{
    int n = N, m = M;
    double *a = array(sizeof(double[n]));
    double *b = array(sizeof(double[m]));
    double *c = array(sizeof(double[n + m - 1]));
    fill(a, n, 1);
    fill(b, m, 2);

    double start = seconds();
    kernel_polynomial_product(n, m, a, b, c);
    double stop = seconds();

    live_out(c, n + m - 1);
    return report("polynomial-product", stop - start);
}
