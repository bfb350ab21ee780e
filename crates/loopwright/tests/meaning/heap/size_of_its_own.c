// About: a size of another variable of the region, and one that is no affine number
// frees
// script: reverse(S0.i)
// legal
#include <stdio.h>
#include <stdlib.h>

static void kernel(int n, double a[9])
{
#pragma scop
  int k = n + 1;
  float *p = malloc(k * sizeof *p);
  long *q = malloc(sizeof(long) * (n * n + 1));
  if (!p) abort();
  for (int i = 0; i < n; i++)
    p[i] = a[i] * 2;
  for (int i = 0; i < n; i++)
    q[i] = p[n - 1 - i] + 1;
  for (int i = 0; i < n; i++)
    a[i] = q[i];
  free(p);
  free(q);
#pragma endscop
}

int main(void)
{
  for (int n = 0; n < 9; n++) {
    double a[9];
    for (int i = 0; i < 9; i++)
      a[i] = i * 3 % 7 + 0.5;
    kernel(n, a);
    for (int i = 0; i < 9; i++)
      printf(" %g", a[i]);
    puts("");
  }
  return 0;
}
