/* 3mm: G := (A B) (C D), by way of E := A B and F := C D.
 *
 * The computation of that name in PolyBench 4.2, in that suite's manner of writing C: a macro
 * for the element type, for every bound and around every constant. Labels and the loops of one
 * iteration serve script 5 of Loopy, appendix B (InitE, CompE, InitF, CompF, InitG, CompG). */
#include "kernel.h"

#ifndef NI
#define NI 350
#endif
#ifndef NJ
#define NJ 400
#endif
#ifndef NK
#define NK 450
#endif
#ifndef NL
#define NL 500
#endif
#ifndef NM
#define NM 550
#endif

#define DATA_TYPE double
#define SCALAR_VAL(x) x
#define _PB_NI ni
#define _PB_NJ nj
#define _PB_NK nk
#define _PB_NL nl
#define _PB_NM nm

static void kernel_3mm(int ni, int nj, int nk, int nl, int nm, DATA_TYPE E[ni][nj],
                       DATA_TYPE A[ni][nk], DATA_TYPE B[nk][nj], DATA_TYPE F[nj][nl],
                       DATA_TYPE C[nj][nm], DATA_TYPE D[nm][nl], DATA_TYPE G[ni][nl])
{
    int i, j, k;

#pragma scop
    /* E := A B */
    for (i = 0; i < _PB_NI; i++)
        for (j = 0; j < _PB_NJ; j++) {
            for (k = 0; k < 1; ++k)
InitE:          E[i][j] = SCALAR_VAL(0.0);
            for (k = 0; k < _PB_NK; ++k)
CompE:          E[i][j] += A[i][k] * B[k][j];
        }
    /* F := C D */
    for (i = 0; i < _PB_NJ; i++)
        for (j = 0; j < _PB_NL; j++) {
            for (k = 0; k < 1; ++k)
InitF:          F[i][j] = SCALAR_VAL(0.0);
            for (k = 0; k < _PB_NM; ++k)
CompF:          F[i][j] += C[i][k] * D[k][j];
        }
    /* G := E F */
    for (i = 0; i < _PB_NI; i++)
        for (j = 0; j < _PB_NL; j++) {
            for (k = 0; k < 1; ++k)
InitG:          G[i][j] = SCALAR_VAL(0.0);
            for (k = 0; k < _PB_NJ; ++k)
CompG:          G[i][j] += E[i][k] * F[k][j];
        }
#pragma endscop
}

int main(void)
{
    int ni = NI, nj = NJ, nk = NK, nl = NL, nm = NM;
    DATA_TYPE (*E)[nj] = array(sizeof(DATA_TYPE[ni][nj]));
    DATA_TYPE (*A)[nk] = array(sizeof(DATA_TYPE[ni][nk]));
    DATA_TYPE (*B)[nj] = array(sizeof(DATA_TYPE[nk][nj]));
    DATA_TYPE (*F)[nl] = array(sizeof(DATA_TYPE[nj][nl]));
    DATA_TYPE (*C)[nm] = array(sizeof(DATA_TYPE[nj][nm]));
    DATA_TYPE (*D)[nl] = array(sizeof(DATA_TYPE[nm][nl]));
    DATA_TYPE (*G)[nl] = array(sizeof(DATA_TYPE[ni][nl]));
    fill(&A[0][0], (size_t)ni * nk, 1);
    fill(&B[0][0], (size_t)nk * nj, 2);
    fill(&C[0][0], (size_t)nj * nm, 3);
    fill(&D[0][0], (size_t)nm * nl, 4);

    double start = seconds();
    kernel_3mm(ni, nj, nk, nl, nm, E, A, B, F, C, D, G);
    double stop = seconds();

    live_out(&E[0][0], (size_t)ni * nj);
    live_out(&F[0][0], (size_t)nj * nl);
    live_out(&G[0][0], (size_t)ni * nl);
    return report("3mm", stop - start);
}
