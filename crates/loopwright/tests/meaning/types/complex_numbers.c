// About: `complex` is a macro of a header, and part of types.
// script: parallel(S0.i)
#include <complex.h>
#include <stdio.h>
static double complex z[24];
static float _Complex w[24];
static double r[24];
static void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++) {
    z[i] = w[i] * w[i] + I;
    r[i] = creal(z[i]) + cimag(z[i]);
    double complex t = z[i];
    r[i] += creal(t * conj(t));
  }
#pragma endscop
}
int main(void)
{
  static const int sizes[] = { 0, 1, 2, 11, 24 };
  for (int k = 0; k < 5; k++) {
    for (int i = 0; i < 24; i++)
      w[i] = i - 2 * i * I;
    kernel(sizes[k]);
    for (int i = 0; i < 24; i++)
      printf(" %g %g", r[i], cimag(z[i]));
    puts("");
  }
}
