/* csr-product: y := A x for a sparse n by m matrix in compressed rows: the cells of row i that
 * are not 0 are val[first[i]], ..., val[first[i+1] - 1], in the columns col[first[i]], ...
 *
 * Exercises: bounds and subscripts that are data, a sum in a local variable.
 *
 * Model: not exact, the rows are as long as data say */
#include "kernel.h"

#ifndef N
#define N 60000
#endif
#ifndef M
#define M 50000
#endif

static void kernel_csr_product(int n, const int *restrict first, const int *restrict col,
                               const double *restrict val, const double *restrict x,
                               double *restrict y)
{
#pragma scop
    for (int i = 0; i < n; i++) {
        double sum = 0.0;
        for (int k = first[i]; k < first[i + 1]; k++)
            sum += val[k] * x[col[k]];
        y[i] = sum;
    }
#pragma endscop
}

int main(void)
{
    int n = N, m = M;
    int *first = array(sizeof(int[n + 1]));
    first[0] = 0;
    for (int i = 0; i < n; i++) {
        int length = datum(1, i) % 32;
        first[i + 1] = first[i] + (length < m ? length : m);
    }
    int cells = first[n];
    int *col = array(sizeof(int[cells + 1]));
    double *val = array(sizeof(double[cells + 1]));
    double *x = array(sizeof(double[m]));
    double *y = array(sizeof(double[n]));
    for (int i = 0; i < n; i++)
        for (int k = first[i]; k < first[i + 1]; k++)
            col[k] = (7 * i + k - first[i]) % m; /* no column twice */
    fill(val, cells, 2);
    fill(x, m, 3);

    double start = seconds();
    kernel_csr_product(n, first, col, val, x, y);
    double stop = seconds();

    live_out(y, n);
    return report("csr-product", stop - start);
}
