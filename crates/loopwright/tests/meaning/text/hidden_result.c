// About: a macro of a missing header stands for a variable of the loops.
// hidden: hidden
// refused: LW0126
#include <stdio.h>
#include "settings.h"
static int *kept;
static int f(int n, int *a)
{
  int t = -1;
#pragma scop
  for (int i = 0; i < n; i++) {
    t = i * 3;
    a[i] = t;
  }
#pragma endscop
  return RESULT;
}
int main(void)
{
  int a[8] = { 0 };
  int r = f(8, a);
  printf("%d %d %d\n", a[3], r, kept == 0);
}
