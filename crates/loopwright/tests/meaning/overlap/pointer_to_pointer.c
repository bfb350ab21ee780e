// About: a pointer is set through a pointer to it.
#include <stdio.h>
double a[60], b[60];
void kernel(int n)
{
  double *p = b;
  double **pp = &p;
  *pp = a + 1;
#pragma scop
  for (int i = 0; i < n; i++)
    p[i] = a[i] + 1;
#pragma endscop
}
int main(void)
{
  for (int i = 0; i < 60; i++) a[i] = i % 6;
  kernel(0); kernel(1); kernel(2); kernel(30);
  for (int i = 0; i < 60; i++) printf("%g ", a[i]);
  printf("\n");
}
