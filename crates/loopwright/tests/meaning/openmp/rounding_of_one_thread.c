// About: a thread that runs already does not know how another one has its results rounded.
// script: parallel(S0.i)
// legal
#include <fenv.h>
#include <stdio.h>
#pragma STDC FENV_ACCESS ON
static void third(int n, const double *restrict x, double *restrict y)
{
#pragma scop
  for (int i = 0; i < n; i++)
    y[i] = x[i] / 3;
#pragma endscop
}
int main(void)
{
  static const int modes[] = { FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO };
  static double x[64], y[64];
  for (int i = 0; i < 64; i++)
    x[i] = i - 20;
  for (int k = 0; k < 4; k++) {
    fesetround(modes[k]);
    third(64, x, y);
    fesetround(FE_TONEAREST);
    for (int i = 0; i < 64; i++)
      printf("%a ", y[i]);
    puts("");
  }
}
