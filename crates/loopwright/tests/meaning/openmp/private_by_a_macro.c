// About: OpenMP's pragmas have macros expanded: each thread has its own variable.
// script: parallel(S0.i)
#include <stdio.h>
static int a[12];
static int k = 3;
#define OWN k
#pragma omp threadprivate(OWN)

static int f(int n)
{
  k = n;
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = i * k;
#pragma endscop
  return k;
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
