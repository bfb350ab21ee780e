// About: what constants are computed from has types: `~0u >> 29` is 7.
#include <stdio.h>
static int a[20];
enum { MASK = ~0u >> 29, ALL = 0u - 1 > 5, DIV = -8 / 3u > 4 };
static void kernel(int n)
{
#pragma scop
  for (int i = 0; i < 16; i++)
    if (i <= MASK && i >= ALL + DIV)
      a[i] += n;
#pragma endscop
}
int main(void)
{
  static const int sizes[] = { 0, 1, 2, 5, 13 };
  for (int k = 0; k < 5; k++) {
    kernel(sizes[k]);
    for (int i = 0; i < 20; i++)
      printf("%d ", a[i]);
    puts("");
  }
}
