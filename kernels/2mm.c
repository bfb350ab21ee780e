/* 2mm: D := alpha A B C + beta D, by way of tmp := alpha A B.
 *
 * The computation of that name in PolyBench 4.2. Labels and the loops of one iteration are those
 * that script 3 of Loopy, appendix B, speaks of (Init, Mult, Scale, Sum): such a loop gives the
 * statement the three iterators that the script's maps expect. */
#include "kernel.h"

#ifndef NI
#define NI 400
#endif
#ifndef NJ
#define NJ 450
#endif
#ifndef NK
#define NK 500
#endif
#ifndef NL
#define NL 550
#endif

static void kernel_2mm(int ni, int nj, int nk, int nl, double alpha, double beta,
                       double tmp[ni][nj], double A[ni][nk], double B[nk][nj],
                       double C[nj][nl], double D[ni][nl])
{
    int i, j, k;

#pragma scop
    for (i = 0; i < ni; i++)
        for (j = 0; j < nj; j++) {
            for (k = 0; k < 1; ++k) {
Init:           tmp[i][j] = 0.0;
            }
            for (k = 0; k < nk; ++k) {
Mult:           tmp[i][j] += alpha * A[i][k] * B[k][j];
            }
        }
    for (i = 0; i < ni; i++)
        for (j = 0; j < nl; j++) {
            for (k = 0; k < 1; ++k) {
Scale:          D[i][j] *= beta;
            }
            for (k = 0; k < nj; ++k) {
Sum:            D[i][j] += tmp[i][k] * C[k][j];
            }
        }
#pragma endscop
}

int main(void)
{
    int ni = NI, nj = NJ, nk = NK, nl = NL;
    double (*tmp)[nj] = array(sizeof(double[ni][nj]));
    double (*A)[nk] = array(sizeof(double[ni][nk]));
    double (*B)[nj] = array(sizeof(double[nk][nj]));
    double (*C)[nl] = array(sizeof(double[nj][nl]));
    double (*D)[nl] = array(sizeof(double[ni][nl]));
    fill(&A[0][0], (size_t)ni * nk, 1);
    fill(&B[0][0], (size_t)nk * nj, 2);
    fill(&C[0][0], (size_t)nj * nl, 3);
    fill(&D[0][0], (size_t)ni * nl, 4);

    double start = seconds();
    kernel_2mm(ni, nj, nk, nl, 1.5, 1.25, tmp, A, B, C, D);
    double stop = seconds();

    live_out(&tmp[0][0], (size_t)ni * nj);
    live_out(&D[0][0], (size_t)ni * nl);
    return report("2mm", stop - start);
}
