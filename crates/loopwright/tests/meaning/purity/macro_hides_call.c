// About: a macro with the name of a library function calls another one.
#include <stdio.h>
#include <math.h>
static int calls;
double a[20];
static double noisy(double x) { return x + calls++; }
#undef sqrt
#define sqrt(x) noisy(x)
void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = sqrt(i);
#pragma endscop
}
int main(void)
{
  kernel(0); kernel(1); kernel(2); kernel(20);
  for (int i = 0; i < 20; i++) printf("%g ", a[i]);
  printf("%d\n", calls);
}
