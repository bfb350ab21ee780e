// About: an argument with `restrict` is pointed to another argument's array before the region.
#include <stdio.h>
double a[40], b[40];
void kernel(int n, double *restrict p, double *q)
{
  if (n > 2)
    q = p + 1;
#pragma scop
  for (int i = 0; i < n; i++)
    q[i] = p[i] + 1;
#pragma endscop
}
int main(void)
{
  for (int i = 0; i < 40; i++) a[i] = i * i % 11;
  kernel(0, a, b); kernel(1, a, b); kernel(2, a, b); kernel(30, a, b);
  for (int i = 0; i < 40; i++) printf("%g %g ", a[i], b[i]);
  printf("\n");
}
