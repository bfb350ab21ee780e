// About: functions of the C library, in all their types.
// script: parallel(S0.i)
// legal
#include <complex.h>
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
double a[20];
float f[20];
long double l[20];
int c[20];
void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++) {
    a[i] = fma(floor(a[i]), 2.0, scalbn(trunc(1.5), 2)) + creal(a[i] * I) + cabs(a[i]);
    f[i] = fabsf(f[i]) + copysignf(1.0f, f[i]) + (isnan(f[i]) ? 1 : 0);
    l[i] = sqrtl(l[i]) + rintl(l[i]) + fmaxl(l[i], 2);
    c[i] = toupper(c[i]) + abs(c[i]) + isdigit(c[i] & 127);
  }
#pragma endscop
}
int main(void)
{
  for (int i = 0; i < 20; i++) a[i] = i, f[i] = -i, l[i] = i * i, c[i] = 'a' + i;
  kernel(0); kernel(1); kernel(2); kernel(20);
  for (int i = 0; i < 20; i++) printf("%g %g %Lg %d ", a[i], f[i], l[i], c[i] != 0);
  printf("\n");
}
