// About: threads have copies of the elements of memory from malloc, not of the pointer to it
// frees
// script: parallel(S1.k, reduction)
// legal
// script: parallel(S1.i)
// legal
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

static void kernel(int n, double a[10], double b[10])
{
  assert(n > 0 && n <= 10);
#pragma scop
  double *p = malloc(n * sizeof *p);
  if (!p) abort();
  for (int i = 0; i < n; i++)
    p[i] = a[i];
  for (int k = 0; k < 10; k++)
    for (int i = 0; i < n; i++)
      p[i] += a[k];
  for (int i = 0; i < n; i++)
    b[i] = p[i];
  free(p);
#pragma endscop
}

int main(void)
{
  double a[10], b[10] = { 0 };
  for (int i = 0; i < 10; i++)
    a[i] = i;
  for (int n = 1; n <= 10; n++) {
    kernel(n, a, b);
    for (int i = 0; i < 10; i++)
      printf("%g ", b[i]);
    puts("");
  }
  return 0;
}
