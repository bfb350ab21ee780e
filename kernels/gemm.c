/* gemm: C := alpha A B + beta C, with the loops in the order i, k, j.
 *
 * The computation of that name in PolyBench 4.2. Exercises: element type by macro, VLA
 * parameters with names that differ from the sizes' macros. */
#include "kernel.h"

#ifndef NI
#define NI 600
#endif
#ifndef NJ
#define NJ 650
#endif
#ifndef NK
#define NK 700
#endif

#define DATA_TYPE double

static void kernel_gemm(int ni, int nj, int nk, DATA_TYPE alpha, DATA_TYPE beta,
                        DATA_TYPE C[ni][nj], DATA_TYPE A[ni][nk], DATA_TYPE B[nk][nj])
{
    int i, j, k;

#pragma scop
    for (i = 0; i < ni; i++) {
        for (j = 0; j < nj; j++)
            C[i][j] *= beta;
        for (k = 0; k < nk; k++) {
            for (j = 0; j < nj; j++)
                C[i][j] += alpha * A[i][k] * B[k][j];
        }
    }
#pragma endscop
}

int main(void)
{
    int ni = NI, nj = NJ, nk = NK;
    DATA_TYPE (*C)[nj] = array(sizeof(DATA_TYPE[ni][nj]));
    DATA_TYPE (*A)[nk] = array(sizeof(DATA_TYPE[ni][nk]));
    DATA_TYPE (*B)[nj] = array(sizeof(DATA_TYPE[nk][nj]));
    fill(&C[0][0], (size_t)ni * nj, 1);
    fill(&A[0][0], (size_t)ni * nk, 2);
    fill(&B[0][0], (size_t)nk * nj, 3);

    double start = seconds();
    kernel_gemm(ni, nj, nk, 1.5, 1.25, C, A, B);
    double stop = seconds();

    live_out(&C[0][0], (size_t)ni * nj);
    return report("gemm", stop - start);
}
