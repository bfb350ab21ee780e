/* syrk: C := alpha A A^T + beta C, the lower triangle of the n by n matrix C, A of m columns.
 *
 * The computation of that name in PolyBench 4.2. Exercises: float arrays, global, with sizes by
 * macro. */
#include "kernel.h"

#ifndef N
#define N 800
#endif
#ifndef M
#define M 750
#endif

#define DATA_TYPE float

static DATA_TYPE C[N][N];
static DATA_TYPE A[N][M];

static void kernel_syrk(DATA_TYPE alpha, DATA_TYPE beta)
{
    int i, j, k;

#pragma scop
    for (i = 0; i < N; i++) {
        for (j = 0; j <= i; j++)
            C[i][j] *= beta;
        for (k = 0; k < M; k++) {
            for (j = 0; j <= i; j++)
                C[i][j] += alpha * A[i][k] * A[j][k];
        }
    }
#pragma endscop
}

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            C[i][j] = (DATA_TYPE)value(1, (size_t)i * N + j);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            A[i][j] = (DATA_TYPE)value(2, (size_t)i * M + j);

    double start = seconds();
    kernel_syrk(1.5f, 1.25f);
    double stop = seconds();

    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            live_out_value(C[i][j]);
    return report("syrk", stop - start);
}
