// About: a function without a prototype gets its arguments as they are, constants in the place of counters too.
// script: peel(S0.i, 1)
// script: unroll(S0.i, 2)
// script: peel(S1.i, -1)
#include <stdio.h>
static long old();

static long older(x, y)
  long x, y;
{
  return x * 3 + y;
}

static void kernel(int n, long *a)
{
#pragma scop
  for (long i = -2; i < n; i++)
    a[i + 2] += old(i);
  for (long i = -2; i < n; i++)
    a[i + 2] -= older(i, i + 1L);
#pragma endscop
}

static long old(x)
  long x;
{
  return x / 2 - 1;
}

int main(void)
{
  static const int sizes[] = { -2, -1, 0, 1, 7 };
  long a[9] = { 0 };
  for (int s = 0; s < 5; s++)
    kernel(sizes[s], a);
  for (int i = 0; i < 9; i++)
    printf(" %ld", a[i]);
  printf("\n");
}
