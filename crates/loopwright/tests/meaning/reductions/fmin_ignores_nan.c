// About: `fmin` passes over what is not a number, in any order.
// script: parallel(S0.i, reduction)
// legal
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
double m; double x[40];
void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    m = fmin(m, x[i]);
#pragma endscop
}
int main(void)
{
  static const int sizes[] = { 0, 1, 2, 3, 37 };
  for (int k = 0; k < 5; k++) {
    m = 100; for (int i = 0; i < 40; i++) x[i] = i % 10 == 4 ? NAN : 50 - i % 8;
    kernel(sizes[k]);
    printf("%g\n", m);
  }
}
