// About: what is done after `free` does not need the memory, and new text may free it later
// frees
#include <stdio.h>
#include <stdlib.h>

static void kernel(int n, double a[9])
{
#pragma scop
  double *p = malloc((n + 2) * sizeof(p[0]));
  if (!p) abort();
  for (int i = 0; i < n; i++)
    p[i] = a[n - 1 - i] * 2;
  for (int i = 0; i < n; i++)
    a[i] = p[i] + i;
  free((void *)p);
  for (int i = 1; i < n; i++)
    a[i] += a[i - 1];
#pragma endscop
}

int main(void)
{
  for (int n = 0; n < 9; n++) {
    double a[9];
    for (int i = 0; i < 9; i++)
      a[i] = i * 3 % 7 + 0.5;
    kernel(n, a);
    printf("%d:", n);
    for (int i = 0; i < 9; i++)
      printf(" %g", a[i]);
    puts("");
  }
  return 0;
}
