/* image-blur: each pixel inside an image becomes the mean of the nine around it, channel by
 * channel, rounded down. The border keeps what the result was before.
 *
 * Exercises: an image as one array of bytes whose rows are padded, (y * stride + x) * 3 + c, so
 * that one stride is a parameter and the other a constant; loops from -1 to 1 around a pixel.
 *
 * Model: exact with --context "[w, stride] -> { : w <= stride }" */
#include "kernel.h"

#ifndef H
#define H 1300
#endif
#ifndef W
#define W 1500
#endif

static void kernel_image_blur(int h, int w, int stride, const unsigned char *restrict in,
                              unsigned char *restrict out)
{
#pragma scop
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
            for (int c = 0; c < 3; c++) {
                int sum = 0;
                for (int dy = -1; dy <= 1; dy++)
                    for (int dx = -1; dx <= 1; dx++)
                        sum += in[((y + dy) * stride + x + dx) * 3 + c];
                out[(y * stride + x) * 3 + c] = sum / 9;
            }
#pragma endscop
}

int main(void)
{
    int h = H, w = W, stride = (w + 15) / 16 * 16; /* rows begin at multiples of 16 pixels */
    size_t bytes = (size_t)h * stride * 3;
    unsigned char *in = array(bytes), *out = array(bytes);
    for (size_t i = 0; i < bytes; i++)
        in[i] = (unsigned char)datum(1, i);

    double start = seconds();
    kernel_image_blur(h, w, stride, in, out);
    double stop = seconds();

    for (size_t i = 0; i < bytes; i++)
        live_out_value(out[i]);
    return report("image-blur", stop - start);
}
