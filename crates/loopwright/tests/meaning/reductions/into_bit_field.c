// About: a sum into a bit-field wraps around at its width.
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
struct { unsigned low : 3, high : 5; } t; int x[40];
void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    t.low += x[i];
#pragma endscop
}
int main(void)
{
  static const int sizes[] = { 0, 1, 2, 3, 37 };
  for (int k = 0; k < 5; k++) {
    t.low = 1; t.high = 9; for (int i = 0; i < 40; i++) x[i] = i;
    kernel(sizes[k]);
    printf("%u %u\n", t.low, t.high);
  }
}
