/* threematmat: C := C + A B, F := F + D E, G := G + C F.
 *
 * ThreeMatMat of Convexity, figure 1, with its labels R, S, T and its iterators: the paper
 * enumerates how the three nests may be fused and distributed. */
#include "kernel.h"

#ifndef N
#define N 400
#endif

static void kernel_threematmat(int n, double A[n][n], double B[n][n], double C[n][n],
                               double D[n][n], double E[n][n], double F[n][n], double G[n][n])
{
    int i1, j1, k1, i2, j2, k2, i3, j3, k3;

#pragma scop
    for (i1 = 0; i1 < n; ++i1)
        for (j1 = 0; j1 < n; ++j1)
            for (k1 = 0; k1 < n; ++k1)
R:              C[i1][j1] += A[i1][k1] * B[k1][j1];
    for (i2 = 0; i2 < n; ++i2)
        for (j2 = 0; j2 < n; ++j2)
            for (k2 = 0; k2 < n; ++k2)
S:              F[i2][j2] += D[i2][k2] * E[k2][j2];
    for (i3 = 0; i3 < n; ++i3)
        for (j3 = 0; j3 < n; ++j3)
            for (k3 = 0; k3 < n; ++k3)
T:              G[i3][j3] += C[i3][k3] * F[k3][j3];
#pragma endscop
}

int main(void)
{
    int n = N;
    double (*A)[n] = array(sizeof(double[n][n]));
    double (*B)[n] = array(sizeof(double[n][n]));
    double (*C)[n] = zeros(sizeof(double[n][n]));
    double (*D)[n] = array(sizeof(double[n][n]));
    double (*E)[n] = array(sizeof(double[n][n]));
    double (*F)[n] = zeros(sizeof(double[n][n]));
    double (*G)[n] = zeros(sizeof(double[n][n]));
    fill(&A[0][0], (size_t)n * n, 1);
    fill(&B[0][0], (size_t)n * n, 2);
    fill(&D[0][0], (size_t)n * n, 3);
    fill(&E[0][0], (size_t)n * n, 4);

    double start = seconds();
    kernel_threematmat(n, A, B, C, D, E, F, G);
    double stop = seconds();

    live_out(&C[0][0], (size_t)n * n);
    live_out(&F[0][0], (size_t)n * n);
    live_out(&G[0][0], (size_t)n * n);
    return report("threematmat", stop - start);
}
