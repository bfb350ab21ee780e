// About: a pointer to a scalar is another name for it.
#include <stdio.h>
double a[20];
void kernel(int n)
{
  double x = 1;
  double *p = &x;
#pragma scop
  for (int i = 0; i < n; i++) {
    a[i] = x + i;
    p[0] = a[i] * 0.5;
  }
#pragma endscop
  for (int i = 0; i < 20; i++) printf("%g ", a[i]);
  printf("%g\n", x);
}
int main(void)
{
  kernel(0); kernel(1); kernel(2); kernel(20);
}
