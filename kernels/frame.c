/* frame: one step of smoothing that leaves the frame of the image as it is:
 * B[i][j] = A[i][j] on the border, 1/4 (the four neighbours of A) inside.
 *
 * Exercises: an affine condition with ||, ! and &&, with else. */
#include "kernel.h"

#ifndef N
#define N 3500
#endif
#ifndef M
#define M 4000
#endif

static void kernel_frame(int n, int m, double A[n][m], double B[n][m])
{
    int i, j;

#pragma scop
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++)
            if (i == 0 || i == n - 1 || !(j > 0 && j < m - 1))
                B[i][j] = A[i][j];
            else
                B[i][j] = 0.25 * (A[i - 1][j] + A[i + 1][j] + A[i][j - 1] + A[i][j + 1]);
#pragma endscop
}

int main(void)
{
    int n = N, m = M;
    double (*A)[m] = array(sizeof(double[n][m]));
    double (*B)[m] = array(sizeof(double[n][m]));
    fill(&A[0][0], (size_t)n * m, 1);

    double start = seconds();
    kernel_frame(n, m, A, B);
    double stop = seconds();

    live_out(&B[0][0], (size_t)n * m);
    return report("frame", stop - start);
}
