// About: the larger one is rounded to `float` and compared as `double`.
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
float m; double x[40];
void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    m = m > x[i] ? m : x[i];
#pragma endscop
}
int main(void)
{
  static const int sizes[] = { 0, 1, 2, 3, 37 };
  for (int k = 0; k < 5; k++) {
    m = 0; for (int i = 0; i < 40; i++) x[i] = 1 + (i % 5) * 1e-9;
    kernel(sizes[k]);
    printf("%.9g\n", m);
  }
}
