// About: a counter that is converted to `__int128` is shifted and multiplied beyond 64 bits.
// script: shift(S0.i, 3)
// legal
// script: unroll(S0.i, 2)
// legal
#include <stdio.h>
static long long hi[24], lo[24];
static long big = 0x7000000000000000;
static void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++) {
    hi[i] = (long long)(((__int128)i << 70) >> 64);
    lo[i] = (long long)(((__int128)i * big) >> 64);
  }
#pragma endscop
}
int main(void)
{
  static const int sizes[] = { 0, 1, 2, 11, 24 };
  for (int k = 0; k < 5; k++) {
    kernel(sizes[k]);
    for (int i = 0; i < 24; i++)
      printf(" %lld %lld", hi[i], lo[i]);
    puts("");
  }
}
