// About: the sum of an `int` and a number of type `float` is cut off each time.
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
int s; float x[40];
void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    s += 0.5f;
#pragma endscop
}
int main(void)
{
  static const int sizes[] = { 0, 1, 2, 3, 37 };
  for (int k = 0; k < 5; k++) {
    s = 3;
    kernel(sizes[k]);
    printf("%d\n", s);
  }
}
