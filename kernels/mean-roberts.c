/* mean-roberts: an image is blurred by the mean of 3 by 3 pixels into Tmp, and the edges of the
 * blurred image (Roberts: sum of the absolute differences of the diagonals) replace it.
 *
 * The running example of Deviation, figure 1, with its labels and bounds, in integer pixels:
 * fusing the two nests is illegal, and legal after a shift. Exercises: integer arrays, abs,
 * integer division of data, expressions over several lines. */
#include "kernel.h"

#ifndef L
#define L 4000
#endif
#ifndef W
#define W 4000
#endif

static void kernel_mean_roberts(int l, int w, int Img[l][w], int Tmp[l][w])
{
    int i, j;

#pragma scop
    /* Mean Blur Filter */
    for (i = 1; i < l - 1; i++)
        for (j = 1; j < w - 1; j++)
S1:         Tmp[i][j] =
                (Img[i-1][j-1] + Img[i-1][j] + Img[i-1][j+1] +
                 Img[i][j-1]   + Img[i][j]   + Img[i][j+1] +
                 Img[i+1][j-1] + Img[i+1][j] + Img[i+1][j+1]) / 9;

    /* Roberts Edge Detection Filter */
    for (i = 1; i < l - 2; i++)
        for (j = 2; j < w - 1; j++)
S2:         Img[i][j] = abs(Tmp[i-1][j] - Tmp[i+1][j-1]) +
                        abs(Tmp[i+1][j] - Tmp[i-1][j-1]);
#pragma endscop
}

int main(void)
{
    int l = L, w = W;
    int (*Img)[w] = array(sizeof(int[l][w]));
    int (*Tmp)[w] = zeros(sizeof(int[l][w]));
    for (int i = 0; i < l; i++)
        for (int j = 0; j < w; j++)
            Img[i][j] = datum(1, (size_t)i * w + j);

    double start = seconds();
    kernel_mean_roberts(l, w, Img, Tmp);
    double stop = seconds();

    for (int i = 0; i < l; i++)
        for (int j = 0; j < w; j++)
            live_out_value(Img[i][j]);
    for (int i = 0; i < l; i++)
        for (int j = 0; j < w; j++)
            live_out_value(Tmp[i][j]);
    return report("mean-roberts", stop - start);
}
