// About: bits in any order.
// script: parallel(S0.i, reduction)
// legal
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
unsigned o, a, x; unsigned v[40];
void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    { o |= v[i]; a &= ~v[i]; x = v[i] ^ x; }
#pragma endscop
}
int main(void)
{
  static const int sizes[] = { 0, 1, 2, 3, 37 };
  for (int k = 0; k < 5; k++) {
    o = 64; a = ~0u; x = 5; for (int i = 0; i < 40; i++) v[i] = i * 2654435761u;
    kernel(sizes[k]);
    printf("%u %u %u\n", o, a, x);
  }
}
