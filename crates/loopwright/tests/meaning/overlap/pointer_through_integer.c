// About: a pointer that was kept in an integer.
#include <stdio.h>
#include <stdint.h>
double a[40];
void kernel(int n)
{
  uintptr_t where = (uintptr_t) (a + 1);
  double *p = (double *) where;
#pragma scop
  for (int i = 0; i < n; i++)
    p[i] = a[i] + 1;
#pragma endscop
}
int main(void)
{
  for (int i = 0; i < 40; i++) a[i] = i * i % 11;
  kernel(0); kernel(1); kernel(2); kernel(30);
  for (int i = 0; i < 40; i++) printf("%g ", a[i]);
  printf("\n");
}
