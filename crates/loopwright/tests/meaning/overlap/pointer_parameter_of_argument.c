// About: a local pointer to an array argument.
#include <stdio.h>
double a[40];
void kernel(int n, double x[n + 1])
{
  double *p;
  p = &x[1];
#pragma scop
  for (int i = 0; i < n; i++)
    p[i] = x[i] + 1;
#pragma endscop
}
int main(void)
{
  for (int i = 0; i < 40; i++) a[i] = i * i % 11;
  kernel(0, a); kernel(1, a); kernel(2, a); kernel(30, a);
  for (int i = 0; i < 40; i++) printf("%g ", a[i]);
  printf("\n");
}
