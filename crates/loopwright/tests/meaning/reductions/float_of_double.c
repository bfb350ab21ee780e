// About: a sum in `float` of numbers of type `double`: only rounding depends on the order.
// script: parallel(S0.i, reduction)
// legal
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
float s; double x[40];
void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    s += x[i];
#pragma endscop
}
int main(void)
{
  static const int sizes[] = { 0, 1, 2, 3, 37 };
  for (int k = 0; k < 5; k++) {
    s = 2; for (int i = 0; i < 40; i++) x[i] = i * 0.25;
    kernel(sizes[k]);
    printf("%g\n", s);
  }
}
