// About: what a called function does depends on an option of the compiler.
// script: reverse(S0.i)
#include <stdio.h>
static int a[12];
static int calls;

static int twice(int x)
{
#ifdef _OPENMP
  calls++;
  return 2 * x + calls;
#else
  return 2 * x;
#endif
}

static int f(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = twice(i);
#pragma endscop
  return calls;
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
