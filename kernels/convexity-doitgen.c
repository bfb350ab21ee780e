/* convexity-doitgen: multiplication of the last dimension of a tensor by a matrix,
 * A[r][q][p] := sum_s A[r][q][s] C4[s][p], with a sum for each element.
 *
 * doitgen of Convexity's table 1: 5 loops, 3 statements, 7 array references; the paper does not print
 * its text. It has 4 interleavings there, so that the loops over r and q can be distributed: the
 * sums are not in one row for all r and q, as they are in doitgen.c. */
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

static void kernel_convexity_doitgen(int nr, int nq, int np, double A[nr][nq][np],
                                     double C4[np][np], double sum[nr][nq][np])
{
    int r, q, p, s;

#pragma scop
    for (r = 0; r < nr; r++)
        for (q = 0; q < nq; q++) {
            for (p = 0; p < np; p++) {
                sum[r][q][p] = 0.0;
                for (s = 0; s < np; s++)
                    sum[r][q][p] = sum[r][q][p] + A[r][q][s] * C4[s][p];
            }
            for (p = 0; p < np; p++)
                A[r][q][p] = sum[r][q][p];
        }
#pragma endscop
}

int main(void)
{
    int nr = NR, nq = NQ, np = NP;
    size_t cells = (size_t)nr * nq * np;
    double (*A)[nq][np] = array(sizeof(double) * cells);
    double (*C4)[np] = array(sizeof(double[np][np]));
    double (*sum)[nq][np] = array(sizeof(double) * cells);

    fill(&A[0][0][0], cells, 1);
    fill(&C4[0][0], (size_t)np * np, 2);
    double start = seconds();
    kernel_convexity_doitgen(nr, nq, np, A, C4, sum);
    double stop = seconds();
    live_out(&A[0][0][0], cells);
    live_out(&sum[0][0][0], cells);
    return report("convexity-doitgen", stop - start);
}
