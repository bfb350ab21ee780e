// About: a buffer for accesses under a condition on numbers without a sign.
// script: pack(y, S0.i)
// legal
#include <stdio.h>
#include <stdlib.h>
static int y[600];
static void kernel(unsigned n)
{
#pragma scop
  for (int i = -2; i < 40; i++)
    if (i + 0u > n)
      y[i + 2] += 6;
#pragma endscop
}
int main(void)
{
  static const unsigned sizes[] = { 0, 1, 2, 11, 39, 4294967295u, 4294967294u };
  for (int k = 0; k < 7; k++) {
    kernel(sizes[k]);
    for (int i = 0; i < 50; i++)
      printf(" %d", y[i]);
    puts("");
  }
}
