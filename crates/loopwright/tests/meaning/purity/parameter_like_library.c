// About: a parameter that is a function is not the one of the library of that name.
#include <stdio.h>
static int count;
static double counting(double x) { return x + count++; }
void kernel(int n, double *a, double exp(double))
{
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = exp(a[i]);
#pragma endscop
}
int main(void)
{
  double a[10];
  for (int n = 0; n <= 10; n += 5) {
    for (int i = 0; i < 10; i++) a[i] = i;
    kernel(n, a, counting);
    for (int i = 0; i < 10; i++) printf("%g ", a[i]);
    printf("%d\n", count);
  }
}
