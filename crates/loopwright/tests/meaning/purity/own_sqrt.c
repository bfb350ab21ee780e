// About: a program may have a `static` function with a name of the library.
#include <stdio.h>
static int calls;
double a[20];
static double sqrt(double x) { return x + calls++; }
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
