// About: what PolyBench has as a macro for `sqrt` is another function here.
#include <stdio.h>
static int calls;
double a[20];
double SQRT_FUN(double x);
void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = SQRT_FUN(4.0);
#pragma endscop
}
double SQRT_FUN(double x) { return x + calls++; }
int main(void)
{
  kernel(0); kernel(1); kernel(2); kernel(20);
  for (int i = 0; i < 20; i++) printf("%g ", a[i]);
  printf("%d\n", calls);
}
