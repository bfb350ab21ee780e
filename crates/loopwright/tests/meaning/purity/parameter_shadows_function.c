// About: a parameter with the name of a library function is a pointer to any function.
#include <stdio.h>
static int calls;
double a[20];
static double noisy(double x) { return x + calls++; }
static double apply(double (*floor)(double), double x) { return floor(x); }
void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = apply(noisy, i);
#pragma endscop
}
int main(void)
{
  kernel(0); kernel(1); kernel(2); kernel(20);
  for (int i = 0; i < 20; i++) printf("%g ", a[i]);
  printf("%d\n", calls);
}
