// About: a function returns a pointer into an array that is used by its name.
#include <stdio.h>
double a[40];
double *second(void) { return &a[1]; }
void kernel(int n)
{
  double *p = second();
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
