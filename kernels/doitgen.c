/* doitgen: multiplication of the last dimension of a tensor by a matrix, in place:
 * A[r][q][p] := sum_s A[r][q][s] C4[s][p].
 *
 * The computation of that name in PolyBench 4.2 (from the MADNESS code). Labels and the loop of
 * one iteration serve script 4 of Loopy, appendix B (Init, Mult, Ret). Exercises: an array of
 * rank three, a row buffer written in every outer iteration. */
#include "kernel.h"

#ifndef NR
#define NR 110
#endif
#ifndef NQ
#define NQ 120
#endif
#ifndef NP
#define NP 130
#endif

static void kernel_doitgen(int nr, int nq, int np, double A[nr][nq][np], double C4[np][np],
                           double sum[np])
{
    int r, q, p, s;

#pragma scop
    for (r = 0; r < nr; r++)
        for (q = 0; q < nq; q++) {
            for (p = 0; p < np; p++) {
                for (s = 0; s < 1; s++)
Init:               sum[p] = 0.0;
                for (s = 0; s < np; s++)
Mult:               sum[p] += A[r][q][s] * C4[s][p];
            }
            for (p = 0; p < np; p++)
Ret:            A[r][q][p] = sum[p];
        }
#pragma endscop
}

int main(void)
{
    int nr = NR, nq = NQ, np = NP;
    double (*A)[nq][np] = array(sizeof(double[nr][nq][np]));
    double (*C4)[np] = array(sizeof(double[np][np]));
    double *sum = array(sizeof(double[np]));
    fill(&A[0][0][0], (size_t)nr * nq * np, 1);
    fill(&C4[0][0], (size_t)np * np, 2);

    double start = seconds();
    kernel_doitgen(nr, nq, np, A, C4, sum);
    double stop = seconds();

    live_out(&A[0][0][0], (size_t)nr * nq * np);
    live_out(sum, np);
    return report("doitgen", stop - start);
}
