// About: flags are set by arithmetic that changes no variable others can see, so it cannot pass a look at them.
// script: fission(S0.i)
// script: parallel(S0.i)
#include <fenv.h>
#include <stdio.h>
#pragma STDC FENV_ACCESS ON
static const double x[8] = { 1, 0, 2, 0, 0, 4, 1, 0 };
static void look(int n, int *seen)
{
  double y[8];
#pragma scop
  for (int i = 0; i < n; i++) {
    feclearexcept(FE_ALL_EXCEPT);
    y[i] = 1 / x[i];
    seen[i] = fetestexcept(FE_DIVBYZERO) != 0;
  }
#pragma endscop
  for (int i = 0; i < n; i++)
    printf("%g ", y[i]);
}
int main(void)
{
  static const int sizes[] = { 0, 1, 2, 8 };
  for (int k = 0; k < 4; k++) {
    int seen[8] = { 0 };
    look(sizes[k], seen);
    for (int i = 0; i < 8; i++)
      printf("%d ", seen[i]);
    puts("");
  }
}
