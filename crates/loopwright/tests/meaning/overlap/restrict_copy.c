// About: a copy of a `restrict` pointer leads to the same array as the pointer.
#include <stdio.h>
double a[40];
void kernel(int n, double *restrict p)
{
  double *q = p;
  double *r = q + 1;
#pragma scop
  for (int i = 0; i < n; i++)
    r[i] = p[i] + 1;
#pragma endscop
}
int main(void)
{
  for (int i = 0; i < 40; i++) a[i] = i * i % 11;
  kernel(0, a); kernel(1, a); kernel(2, a); kernel(30, a);
  for (int i = 0; i < 40; i++) printf("%g ", a[i]);
  printf("\n");
}
