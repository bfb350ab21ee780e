// About: what is asserted of a size says that the copies of an array fit the stacks of threads.
// script: parallel(S0.i, reduction)
// legal
#include <assert.h>
#include <stdio.h>
static void count(int n, int m, long h[m], const unsigned char x[n])
{
  assert(m <= 256);
#pragma scop
  for (int i = 0; i < n; i++)
    h[x[i]]++;
#pragma endscop
}
int main(void)
{
  static const int sizes[] = { 0, 1, 2, 700 };
  static unsigned char x[700];
  for (int i = 0; i < 700; i++)
    x[i] = i * i % 251;
  for (int k = 0; k < 4; k++) {
    long h[256] = { 0 };
    count(sizes[k], 256, h, x);
    for (int i = 0; i < 256; i++)
      printf("%ld ", h[i]);
    puts("");
  }
}
