// About: which of two regions is part of the program depends on an option of the compiler.
// script: reverse(S0.i)
#include <stdio.h>
static int a[12];

static int f(int n)
{
#ifdef _OPENMP
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = 3 * i + 1;
#pragma endscop
#else
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = 1 + 3 * i;
#pragma endscop
#endif
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
