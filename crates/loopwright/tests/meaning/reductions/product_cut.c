// About: a product is cut off each time.
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
int s; double x[40];
void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    s *= x[i];
#pragma endscop
}
int main(void)
{
  static const int sizes[] = { 0, 1, 2, 3, 37 };
  for (int k = 0; k < 5; k++) {
    s = 100; for (int i = 0; i < 40; i++) x[i] = i % 2 ? 1.5 : 0.75;
    kernel(sizes[k]);
    printf("%d\n", s);
  }
}
