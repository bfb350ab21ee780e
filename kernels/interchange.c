/* interchange: A[i][j] := A[i-1][j+1] / 2, that is, A[i][j] = A[0][i+j] / 2^i inside.
 *
 * The textbook case of a nest whose loops must not be exchanged: the dependence has distance
 * (1, -1). Skewing j by i makes the exchange legal. N must stay below 1000 for the powers of
 * two to be normal numbers. */
#include "kernel.h"

#ifndef N
#define N 900
#endif
#ifndef M
#define M 16000
#endif

static void kernel_interchange(int n, int m, double A[n][m])
{
    int i, j;

#pragma scop
    for (i = 1; i < n; i++)
        for (j = 0; j < m - 1; j++)
            A[i][j] = A[i-1][j+1]*.5;
#pragma endscop
}

int main(void)
{
    int n = N, m = M;
    double (*A)[m] = array(sizeof(double[n][m]));
    for (int i = 0; i < n; i++) {
        double scale = ldexp(1.0, -i);
        for (int j = 0; j < m; j++)
            A[i][j] = value(1, (size_t)i * m + j) * scale;
    }

    double start = seconds();
    kernel_interchange(n, m, A);
    double stop = seconds();

    /* Scaled back, so that every row weighs the same in the checksum. */
    for (int i = 0; i < n; i++) {
        double scale = ldexp(1.0, i);
        for (int j = 0; j < m; j++)
            live_out_value(A[i][j] * scale);
    }
    return report("interchange", stop - start);
}
