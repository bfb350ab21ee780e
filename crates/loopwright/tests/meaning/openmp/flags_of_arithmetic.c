// About: a division by zero sets a flag of the thread that computes it, and no other thread sees it.
// script: parallel(S0.i)
// legal
#include <fenv.h>
#include <stdio.h>
#pragma STDC FENV_ACCESS ON
static void divide(int n, const double *restrict x, double *restrict y)
{
#pragma scop
  for (int i = 0; i < n; i++)
    y[i] = 1 / x[i];
#pragma endscop
}
int main(void)
{
  static const int sizes[] = { 0, 1, 2, 61, 64 };
  static double x[64], y[64];
  for (int i = 0; i < 64; i++)
    x[i] = i < 60 ? 1 : 0;
  for (int k = 0; k < 5; k++) {
    feclearexcept(FE_ALL_EXCEPT);
    divide(sizes[k], x, y);
    printf("%d %g\n", fetestexcept(FE_DIVBYZERO) != 0, y[0]);
  }
}
