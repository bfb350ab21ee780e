/* fft: the discrete Fourier transform of n = 2^LOG_N complex numbers,
 *
 *     X[q] = sum_p x[p] exp(-2 pi i p q / n),
 *
 * in place: bits of the places reversed, then LOG_N stages of butterflies over pairs of cells half
 * a block apart. The scop is one stage. Exercises: places in local variables, one the sum of the
 * other and a parameter; factors read with a parametric stride, w[j * blocks]; C around the scop
 * that calls it with other sizes each time. */
#include "kernel.h"

#ifndef LOG_N
#define LOG_N 19
#endif

static void stage(int blocks, int half, const double *restrict wr, const double *restrict wi,
                  double *restrict re, double *restrict im)
{
#pragma scop
    for (int k = 0; k < blocks; k++)
        for (int j = 0; j < half; j++) {
            int a = 2 * k * half + j, b = a + half;
            double tr = wr[j * blocks] * re[b] - wi[j * blocks] * im[b];
            double ti = wr[j * blocks] * im[b] + wi[j * blocks] * re[b];
            re[b] = re[a] - tr;
            im[b] = im[a] - ti;
            re[a] += tr;
            im[a] += ti;
        }
#pragma endscop
}

static void reverse_bits(int n, double *x)
{
    for (int p = 0, q = 0; p < n; p++) {
        if (p < q) {
            double other = x[p];
            x[p] = x[q];
            x[q] = other;
        }
        int bit = n / 2;
        for (; bit > 0 && (q & bit); bit /= 2)
            q -= bit;
        q += bit;
    }
}

static void kernel_fft(int n, const double *wr, const double *wi, double *re, double *im)
{
    reverse_bits(n, re);
    reverse_bits(n, im);
    for (int half = 1; half < n; half *= 2)
        stage(n / (2 * half), half, wr, wi, re, im);
}

int main(void)
{
    int n = 1 << LOG_N;
    double *re = array(sizeof(double[n])), *im = array(sizeof(double[n]));
    double *wr = array(sizeof(double[n])), *wi = array(sizeof(double[n]));
    fill(re, n, 1);
    fill(im, n, 2);
    for (int j = 0; j < n / 2; j++) {
        wr[j] = cos(-2.0 * M_PI * j / n);
        wi[j] = sin(-2.0 * M_PI * j / n);
    }

    double start = seconds();
    kernel_fft(n, wr, wi, re, im);
    double stop = seconds();

    live_out(re, n);
    live_out(im, n);
    return report("fft", stop - start);
}
