// About: two arguments without `restrict` are one array where the function is called.
#include <stdio.h>
double a[40];
static void kernel(int n, double *p, double *q)
{
#pragma scop
  for (int i = 0; i < n; i++)
    q[i] = p[i] + 1;
#pragma endscop
}
int main(void)
{
  for (int i = 0; i < 40; i++) a[i] = i * i % 11;
  kernel(0, a, a + 1); kernel(1, a, a + 1); kernel(2, a, a + 1); kernel(30, a, a + 1);
  for (int i = 0; i < 40; i++) printf("%g ", a[i]);
  printf("\n");
}
