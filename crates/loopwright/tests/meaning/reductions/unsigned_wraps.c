// About: unsigned sums wrap around in any order.
// script: parallel(S0.i, reduction)
// legal
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
unsigned s; unsigned char c; unsigned x[40];
void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    { s += x[i]; c -= x[i]; }
#pragma endscop
}
int main(void)
{
  static const int sizes[] = { 0, 1, 2, 3, 37 };
  for (int k = 0; k < 5; k++) {
    s = 7; c = 3; for (int i = 0; i < 40; i++) x[i] = i * 2654435761u;
    kernel(sizes[k]);
    printf("%u %u\n", s, c);
  }
}
