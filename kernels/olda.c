/* olda: for a symmetric matrix X given by its lower triangle xrspq and vectors v[.][i],
 *
 *     xrsiq[i][q] += sum_{p>=q} X[p][q] v[p][i] + sum_{p<=q} X[q][p] v[p][i]
 *
 * (the diagonal counts twice), in the order in which the triangle is read.
 *
 * OLDA of the Perfect Club as adapted in Mappings, figure 1: its mapping moves mi outermost and
 * exchanges mp and mq in one of the statements, which exposes two parallel loops. The
 * paper packs the triangle, xrspq((mp-1)*mp/2+mq), which is not affine; here it has two
 * subscripts. Loops count from 1 as in the paper. Exercises: two statements in a triangular
 * nest, labels that stand for the paper's 10 and 20. */
#include "kernel.h"

#ifndef NP
#define NP 500
#endif
#ifndef MORB
#define MORB 450
#endif

static void kernel_olda(int np, int morb, double xrsiq[morb + 1][np + 1],
                        double xrspq[np + 1][np + 1], double v[np + 1][morb + 1])
{
    int mp, mq, mi;

#pragma scop
    for (mp = 1; mp <= np; mp++)
        for (mq = 1; mq <= mp; mq++)
            for (mi = 1; mi <= morb; mi++) {
S10:            xrsiq[mi][mq] = xrsiq[mi][mq] + xrspq[mp][mq] * v[mp][mi];
S20:            xrsiq[mi][mp] = xrsiq[mi][mp] + xrspq[mp][mq] * v[mq][mi];
            }
#pragma endscop
}

int main(void)
{
    int np = NP, morb = MORB;
    double (*xrsiq)[np + 1] = zeros(sizeof(double[morb + 1][np + 1]));
    double (*xrspq)[np + 1] = array(sizeof(double[np + 1][np + 1]));
    double (*v)[morb + 1] = array(sizeof(double[np + 1][morb + 1]));
    fill(&xrspq[0][0], (size_t)(np + 1) * (np + 1), 1);
    fill(&v[0][0], (size_t)(np + 1) * (morb + 1), 2);

    double start = seconds();
    kernel_olda(np, morb, xrsiq, xrspq, v);
    double stop = seconds();

    live_out(&xrsiq[0][0], (size_t)(morb + 1) * (np + 1));
    return report("olda", stop - start);
}
