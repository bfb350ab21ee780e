// About: an option of the compiler decides on the type of a variable.
// refused: LW0129
#include <stdio.h>
static int a[12];
#ifndef _OPENMP
typedef int small;
#else
typedef signed char small;
#endif
typedef small number;

static int f(int n)
{
  number s = 0;
#pragma scop
  for (int i = 0; i < n; i++) {
    s = i * 30;
    a[i] = s;
  }
#pragma endscop
  return n;
}

int main(void)
{
  for (int n = 0; n < 12; n += 5) {
    int r = f(n);
    printf("%d:", r);
    for (int i = 0; i < 12; i++)
      printf(" %d", a[i]);
    printf("\n");
  }
}
