// About: an argument points to a global variable that the function uses by its name, too.
#include <stdio.h>
double a[40], x = 1;
void kernel(int n, double *p)
{
#pragma scop
  for (int i = 1; i < n; i++) {
    *p = a[i] + i;
    a[i] = x * 2;
  }
#pragma endscop
}
int main(void)
{
  for (int i = 0; i < 40; i++) a[i] = i * i % 11;
  kernel(0, &x); kernel(1, &x); kernel(2, &x); kernel(30, &x);
  for (int i = 0; i < 40; i++) printf("%g ", a[i]);
  printf("%g\n", x);
}
