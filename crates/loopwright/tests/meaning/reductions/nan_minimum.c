// About: a number that is none is neither smaller nor larger, so the order matters.
// script: reverse(S0.i)
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
double m; double x[40];
void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    m = m < x[i] ? m : x[i];
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
