// About: the functions for flags can be declared without their header, and asked far from the loops.
// script: parallel(S0.i)
// legal
#include <stdio.h>
int feclearexcept(int), fetestexcept(int);
#pragma STDC FENV_ACCESS ON
static double x[64], y[64];
static int all_finite(void)
{
  return fetestexcept(0x3d) == 0;
}
static void grow(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    y[i] = x[i] * x[i];
#pragma endscop
}
int main(void)
{
  static const int sizes[] = { 0, 1, 2, 50, 64 };
  for (int i = 0; i < 64; i++)
    x[i] = i < 60 ? i : 1e300;
  for (int k = 0; k < 5; k++) {
    feclearexcept(0x3d);
    grow(sizes[k]);
    printf("%d\n", all_finite());
  }
}
