// About: an argument is the global array that the function uses by its name, too.
#include <stdio.h>
double a[40];
void kernel(int n, double p[])
{
#pragma scop
  for (int i = 1; i < n; i++)
    p[i] = a[i - 1] + 1;
#pragma endscop
}
int main(void)
{
  for (int i = 0; i < 40; i++) a[i] = i * i % 11;
  kernel(0, a); kernel(1, a); kernel(2, a); kernel(30, a);
  for (int i = 0; i < 40; i++) printf("%g ", a[i]);
  printf("\n");
}
