/* convolution-4d: a layer of a neural network, 3 by 3 filters over the channels of a batch of
 * images. The images have a border of one cell, so that the result is as large as what is inside:
 *
 *     out[b][k][y][x] = bias[k] + sum_{c,p,q} in[b][c][y+p][x+q] weight[k][c][p][q].
 *
 * Exercises: arrays of rank four (batch, channel, row, column) addressed by hand in one piece, a
 * sum in a local variable that is written once. */
#include "kernel.h"

#ifndef B
#define B 4
#endif
#ifndef K
#define K 16
#endif
#ifndef C
#define C 16
#endif
#ifndef H
#define H 60
#endif
#ifndef W
#define W 56
#endif

static void kernel_convolution_4d(int batch, int filters, int channels, int h, int w,
                                  const float *restrict in, const float *restrict weight,
                                  const float *restrict bias, float *restrict out)
{
#pragma scop
    for (int b = 0; b < batch; b++)
        for (int k = 0; k < filters; k++)
            for (int y = 0; y < h; y++)
                for (int x = 0; x < w; x++) {
                    float acc = bias[k];
                    for (int c = 0; c < channels; c++)
                        for (int p = 0; p < 3; p++)
                            for (int q = 0; q < 3; q++)
                                acc += in[((b * channels + c) * (h + 2) + y + p) * (w + 2) + x + q]
                                       * weight[((k * channels + c) * 3 + p) * 3 + q];
                    out[((b * filters + k) * h + y) * w + x] = acc;
                }
#pragma endscop
}

int main(void)
{
    int batch = B, filters = K, channels = C, h = H, w = W;
    size_t ins = (size_t)batch * channels * (h + 2) * (w + 2);
    size_t weights = (size_t)filters * channels * 9;
    size_t outs = (size_t)batch * filters * h * w;
    float *in = array(ins * sizeof(float));
    float *weight = array(weights * sizeof(float));
    float *bias = array(filters * sizeof(float));
    float *out = array(outs * sizeof(float));
    for (size_t i = 0; i < ins; i++)
        in[i] = (float)value(1, i);
    for (size_t i = 0; i < weights; i++)
        weight[i] = (float)value(2, i);
    for (int k = 0; k < filters; k++)
        bias[k] = (float)value(3, k);

    double start = seconds();
    kernel_convolution_4d(batch, filters, channels, h, w, in, weight, bias, out);
    double stop = seconds();

    for (size_t i = 0; i < outs; i++)
        live_out_value(out[i]);
    return report("convolution-4d", stop - start);
}
