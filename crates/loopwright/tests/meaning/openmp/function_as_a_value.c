// About: the function around the loops names itself, and gets threads of its own.
// script: parallel(S0.i)
#include <stdio.h>

static int f(int n, int *a)
{
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = a[i] + (f != 0);
#pragma endscop
  return n;
}

int main(void)
{
  int a[5] = {1, 2, 3, 4, 5};
  int sum = f(5, a) + f(0, a) + f(1, a);
  for (int k = 0; k < 5; k++)
    printf(" %d", a[k]);
  printf(" %d\n", sum);
}
