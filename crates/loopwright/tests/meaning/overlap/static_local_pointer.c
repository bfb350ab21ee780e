// About: a `static` pointer keeps what an earlier call has set.
#include <stdio.h>
double a[40];
static double other[40];
void kernel(int n)
{
  static double *p = other;
#pragma scop
  for (int i = 0; i < n; i++)
    p[i] = a[i] + 1;
#pragma endscop
  p = a + 1;
}
int main(void)
{
  kernel(2); kernel(0); kernel(1); kernel(2); kernel(30);
  for (int i = 0; i < 40; i++) printf("%g ", a[i]);
  printf("\n");
}
