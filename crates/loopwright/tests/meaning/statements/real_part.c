// About: half of a complex number is set, which declares nothing.
// script: parallel(S0.i)
#include <complex.h>
#include <stdio.h>
double complex w;
static double a[20];

static void kernel(int n)
{
  __real__ w = 2;
  __imag__ w = 1;
#pragma scop
  for (int i = 0; i < n; i++) {
    w = i;
    a[i] = creal(w);
  }
#pragma endscop
}

int main(void)
{
  for (int n = 0; n < 12; n += 4) {
    kernel(n);
    printf("%g %g:", creal(w), cimag(w));
    for (int i = 0; i < 12; i++) printf(" %g", a[i]);
    printf("\n");
  }
}
