// About: the library function declared again in a block is still the one of the library.
// script: parallel(S0.i)
// legal
#include <stdio.h>
void kernel(int n, double *a)
{
  double fabs(double);
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = fabs(a[i]);
#pragma endscop
}
int main(void)
{
  double a[10];
  for (int n = 0; n <= 10; n += 5) {
    for (int i = 0; i < 10; i++) a[i] = i - 4;
    kernel(n, a);
    for (int i = 0; i < 10; i++) printf("%g ", a[i]);
    printf("\n");
  }
}
