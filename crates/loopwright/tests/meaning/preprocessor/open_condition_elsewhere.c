// About: what is not known concerns other variables, or those of other functions.
// script: parallel(S0.i)
// legal
#include <stdio.h>
#ifdef _OPENMP
static int threads = 1;
#endif
static int a[10];

static void report(int n)
{
#ifdef __OPTIMIZE__
  int i = n;
  if (i < 0)
    printf("%d\n", i);
#endif
}

static void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] += i * 50;
#pragma endscop
}

int main(void)
{
  for (int n = 0; n < 10; n += 3) {
    kernel(n);
    report(n);
  }
  for (int i = 0; i < 10; i++)
    printf(" %d", a[i]);
  printf("\n");
}
