// About: where a pointer leads is decided at run time.
#include <stdio.h>
double a[40], b[40];
void kernel(int n, int which)
{
  double *p = which ? a + 1 : b;
#pragma scop
  for (int i = 0; i < n; i++)
    p[i] = a[i] + 1;
#pragma endscop
}
int main(void)
{
  for (int i = 0; i < 40; i++) a[i] = i * i % 11;
  kernel(0, 0); kernel(1, 1); kernel(2, 0); kernel(30, 1); kernel(30, 0);
  for (int i = 0; i < 40; i++) printf("%g %g ", a[i], b[i]);
  printf("\n");
}
