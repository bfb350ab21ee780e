// About: a macro of a header that nobody reads may be of any type: M_PI is no integer.
// script: shift(S0.i, 3)
// legal
// script: reverse(S4.i) ; stripmine(S5.i, 4)
// legal
#include <complex.h>
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
double z[40], w[40], e[40];
double complex c[40];
unsigned long u[40], v[40];
static void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    z[i] = sin((i + M_PI) / 2);
  for (int i = 0; i < n; i++)
    if (i < M_PI) w[i]++;
  for (int i = 0; i < n; i++)
    if (i > M_E) w[i] += 10;
  for (int i = 0; i < n; i++)
    e[i] = i + DBL_EPSILON + (i - 2) * FLT_EPSILON + (i > DBL_MAX);
  for (int i = 0; i < n; i++)
    c[i] = i + 2 * I;
  for (int i = 0; i < n; i++)
    u[i] = (i - 2 + __SIZE_MAX__) / 2 + (i - 3 + UINTMAX_MAX) / 4;
  for (int i = 0; i < n; i++)
    v[i] = i + __STDC_VERSION__ + EOF + i * __CHAR_BIT__;
#pragma endscop
}
int main(void)
{
  static const int sizes[] = { 0, 1, 2, 3, 37 };
  for (int k = 0; k < 5; k++) {
    kernel(sizes[k]);
    for (int i = 0; i < 40; i++)
      printf("%.17g %g %.17g %g %g %lu %lu\n", z[i], w[i], e[i], creal(c[i]), cimag(c[i]), u[i], v[i]);
  }
}
