// About: sums of narrow numbers in a wide type.
// script: parallel(S0.i, reduction)
// legal
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
long s; short x[40];
void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    s = x[i] + s;
#pragma endscop
}
int main(void)
{
  static const int sizes[] = { 0, 1, 2, 3, 37 };
  for (int k = 0; k < 5; k++) {
    s = 1; for (int i = 0; i < 40; i++) x[i] = i * 700;
    kernel(sizes[k]);
    printf("%ld\n", s);
  }
}
