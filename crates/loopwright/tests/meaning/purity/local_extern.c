// About: a declaration with `extern` inside of a function names a variable of everybody.
#include <stdio.h>
double a[20];
static double scale(double x) { extern int calls; calls++; return x + calls; }
void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = scale(i);
#pragma endscop
}
int calls;
int main(void)
{
  kernel(0); kernel(1); kernel(2); kernel(20);
  for (int i = 0; i < 20; i++) printf("%g ", a[i]);
  printf("%d\n", calls);
}
