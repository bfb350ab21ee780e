/* div: A[i] := A[i] / A[i-1], from left to right.
 *
 * The loop Div of Loopy, figure 1b: [1, 2, 3, 4] becomes [1, 2, 3/2, 8/3], and [1, 2, 3/2, 4/3]
 * if the loop is reversed, which therefore must be refused. The first four cells are the
 * paper's. */
#include "kernel.h"

#ifndef N
#define N 16000000
#endif

static void kernel_div(int n, double A[n])
{
    int i;

#pragma scop
Div:
    for (i = 1; i < n; i++) {
        A[i] = A[i] / A[i - 1];
    }
#pragma endscop
}

int main(void)
{
    int n = N;
    double *A = array(sizeof(double[n]));
    /* Equal neighbours in pairs: A[2m+1] becomes what A[2m-1] became, so nothing overflows. */
    for (int i = 0; i < n; i++)
        A[i] = i < 4 ? i + 1 : value(1, i / 2);

    double start = seconds();
    kernel_div(n, A);
    double stop = seconds();

    live_out(A, n);
    return report("div", stop - start);
}
