// About: the larger of a `char` and an `int` is cut off each time.
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
signed char c; int x[40];
void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    c = c > x[i] ? c : x[i];
#pragma endscop
}
int main(void)
{
  static const int sizes[] = { 0, 1, 2, 3, 37 };
  for (int k = 0; k < 5; k++) {
    c = -5; for (int i = 0; i < 40; i++) x[i] = i * 37 % 400;
    kernel(sizes[k]);
    printf("%d\n", c);
  }
}
