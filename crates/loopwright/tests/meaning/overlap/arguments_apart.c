// About: different arrays where the function is called are different arrays in it.
// script: parallel(S0.i)
// legal
#include <stdio.h>
double a[40], b[40];
void kernel(int n, double *p, double *q)
{
#pragma scop
  for (int i = 1; i < n; i++)
    p[i] = q[i - 1] + 1;
#pragma endscop
}
int main(void)
{
  for (int i = 0; i < 40; i++) a[i] = i * i % 11;
  kernel(0, b, a); kernel(1, b, a); kernel(2, a, b); kernel(40, b, a);
  for (int i = 0; i < 40; i++) printf("%g %g ", a[i], b[i]);
  printf("\n");
}
