/* triangular-sums: row[i] = sum_{j<=i} A[i][j], column[j] = sum_{i>=j} A[i][j], and the two
 * triangles' totals: total[0] over j <= i, total[1] over j > i.
 *
 * Exercises: if and else on iterators, reductions of rank one and zero, several statements in
 * each branch. */
#include "kernel.h"

#ifndef N
#define N 3500
#endif

static void kernel_triangular_sums(int n, double A[n][n], double row[n], double column[n],
                                   double total[2])
{
    int i, j;

#pragma scop
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++)
            if (j <= i) {
                row[i] += A[i][j];
                column[j] += A[i][j];
                total[0] += A[i][j];
            } else {
                total[1] += A[i][j];
            }
#pragma endscop
}

int main(void)
{
    int n = N;
    double (*A)[n] = array(sizeof(double[n][n]));
    double *row = zeros(sizeof(double[n]));
    double *column = zeros(sizeof(double[n]));
    double *total = zeros(sizeof(double[2]));
    fill(&A[0][0], (size_t)n * n, 1);

    double start = seconds();
    kernel_triangular_sums(n, A, row, column, total);
    double stop = seconds();

    live_out(row, n);
    live_out(column, n);
    live_out(total, 2);
    return report("triangular-sums", stop - start);
}
