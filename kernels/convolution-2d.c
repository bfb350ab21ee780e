/* convolution-2d: out[i][j] = sum over p, q in 0..4 of w[p][q] in[i+p][j+q], for an image with
 * a margin.
 *
 * Exercises: inner loops with constant bounds, subscripts i + p, float data with a double
 * accumulator scalar, const. */
#include "kernel.h"

#ifndef N
#define N 2400
#endif
#ifndef M
#define M 2500
#endif

#define TAPS 5

static void kernel_convolution_2d(int n, int m, const float in[n + TAPS - 1][m + TAPS - 1],
                                  const float w[TAPS][TAPS], float out[n][m])
{
    int i, j, p, q;
    double sum;

#pragma scop
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++) {
            sum = 0.0;
            for (p = 0; p < TAPS; p++)
                for (q = 0; q < TAPS; q++)
                    sum += (double)w[p][q] * in[i + p][j + q];
            out[i][j] = (float)sum;
        }
#pragma endscop
}

int main(void)
{
    int n = N, m = M;
    int rows = n + TAPS - 1, columns = m + TAPS - 1;
    float (*in)[columns] = array(sizeof(float[rows][columns]));
    float (*w)[TAPS] = array(sizeof(float[TAPS][TAPS]));
    float (*out)[m] = array(sizeof(float[n][m]));
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            in[i][j] = (float)value(1, (size_t)i * columns + j);
    for (int p = 0; p < TAPS; p++)
        for (int q = 0; q < TAPS; q++)
            w[p][q] = (float)value(2, (size_t)p * TAPS + q);

    double start = seconds();
    kernel_convolution_2d(n, m, (const float (*)[columns])in, (const float (*)[TAPS])w, out);
    double stop = seconds();

    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            live_out_value(out[i][j]);
    return report("convolution-2d", stop - start);
}
