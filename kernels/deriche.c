/* deriche: Deriche's recursive edge filter (smoothing form) of a w by h image. Along each row,
 * with X = img, a causal and an anticausal recursion of second order are added:
 *
 *     y1(j) = a1 X(j) + a2 X(j-1) + b1 y1(j-1) + b2 y1(j-2)
 *     y2(j) = a3 X(j+1) + a4 X(j+2) + b1 y2(j+1) + b2 y2(j+2)
 *     out(j) = c1 (y1(j) + y2(j))
 *
 * (everything outside the image is 0), then the same along each column of the result, with
 *
 *     k = (1 - e^-alpha)^2 / (1 + 2 alpha e^-alpha - e^-2alpha)
 *     a1 = a5 = k                      a2 = a6 = k e^-alpha (alpha - 1)
 *     a3 = a7 = k e^-alpha (alpha + 1)   a4 = a8 = -k e^-2alpha
 *     b1 = 2^-alpha                    b2 = -e^-2alpha
 *
 * (b1 as the suite has it; Deriche's article has 2 e^-alpha.)
 *
 * The computation of that name in PolyBench 4.2. Exercises: float arrays, scalars assigned in
 * the scop that carry values from one iteration to the next, calls without side effects,
 * downward loops. */
#include "kernel.h"

#ifndef W
#define W 3000
#endif
#ifndef H
#define H 2000
#endif

#define DATA_TYPE float

static void kernel_deriche(int w, int h, DATA_TYPE alpha, DATA_TYPE imgIn[w][h],
                           DATA_TYPE imgOut[w][h], DATA_TYPE y1[w][h], DATA_TYPE y2[w][h])
{
    int i, j;
    DATA_TYPE xm1, tm1, ym1, ym2, xp1, xp2, tp1, tp2, yp1, yp2;
    DATA_TYPE k, a1, a2, a3, a4, a5, a6, a7, a8, b1, b2, c1, c2;

#pragma scop
    k = (1.0f - expf(-alpha)) * (1.0f - expf(-alpha))
        / (1.0f + 2.0f * alpha * expf(-alpha) - expf(2.0f * -alpha));
    a1 = a5 = k;
    a2 = a6 = k * expf(-alpha) * (alpha - 1.0f);
    a3 = a7 = k * expf(-alpha) * (alpha + 1.0f);
    a4 = a8 = -k * expf(2.0f * -alpha);
    b1 = powf(2.0f, -alpha);
    b2 = -expf(2.0f * -alpha);
    c1 = c2 = 1;

    for (i = 0; i < w; i++) {
        ym1 = 0.0f;
        ym2 = 0.0f;
        xm1 = 0.0f;
        for (j = 0; j < h; j++) {
            y1[i][j] = a1 * imgIn[i][j] + a2 * xm1 + b1 * ym1 + b2 * ym2;
            xm1 = imgIn[i][j];
            ym2 = ym1;
            ym1 = y1[i][j];
        }
    }
    for (i = 0; i < w; i++) {
        yp1 = 0.0f;
        yp2 = 0.0f;
        xp1 = 0.0f;
        xp2 = 0.0f;
        for (j = h - 1; j >= 0; j--) {
            y2[i][j] = a3 * xp1 + a4 * xp2 + b1 * yp1 + b2 * yp2;
            xp2 = xp1;
            xp1 = imgIn[i][j];
            yp2 = yp1;
            yp1 = y2[i][j];
        }
    }
    for (i = 0; i < w; i++)
        for (j = 0; j < h; j++)
            imgOut[i][j] = c1 * (y1[i][j] + y2[i][j]);

    for (j = 0; j < h; j++) {
        tm1 = 0.0f;
        ym1 = 0.0f;
        ym2 = 0.0f;
        for (i = 0; i < w; i++) {
            y1[i][j] = a5 * imgOut[i][j] + a6 * tm1 + b1 * ym1 + b2 * ym2;
            tm1 = imgOut[i][j];
            ym2 = ym1;
            ym1 = y1[i][j];
        }
    }
    for (j = 0; j < h; j++) {
        tp1 = 0.0f;
        tp2 = 0.0f;
        yp1 = 0.0f;
        yp2 = 0.0f;
        for (i = w - 1; i >= 0; i--) {
            y2[i][j] = a7 * tp1 + a8 * tp2 + b1 * yp1 + b2 * yp2;
            tp2 = tp1;
            tp1 = imgOut[i][j];
            yp2 = yp1;
            yp1 = y2[i][j];
        }
    }
    for (i = 0; i < w; i++)
        for (j = 0; j < h; j++)
            imgOut[i][j] = c2 * (y1[i][j] + y2[i][j]);
#pragma endscop
}

int main(void)
{
    int w = W, h = H;
    DATA_TYPE (*imgIn)[h] = array(sizeof(DATA_TYPE[w][h]));
    DATA_TYPE (*imgOut)[h] = array(sizeof(DATA_TYPE[w][h]));
    DATA_TYPE (*y1)[h] = array(sizeof(DATA_TYPE[w][h]));
    DATA_TYPE (*y2)[h] = array(sizeof(DATA_TYPE[w][h]));
    for (int i = 0; i < w; i++)
        for (int j = 0; j < h; j++)
            imgIn[i][j] = (DATA_TYPE)value(1, (size_t)i * h + j);

    double start = seconds();
    kernel_deriche(w, h, 0.25f, imgIn, imgOut, y1, y2);
    double stop = seconds();

    for (int i = 0; i < w; i++)
        for (int j = 0; j < h; j++)
            live_out_value(imgOut[i][j]);
    for (int i = 0; i < w; i++)
        for (int j = 0; j < h; j++) {
            live_out_value(y1[i][j]);
            live_out_value(y2[i][j]);
        }
    return report("deriche", stop - start);
}
