// About: a constant may come from a comparison in which a negative number is converted.
#include <stdio.h>
static int a[20];
static const int less = -1 < 0u, more = 7 - 8u > 5, same = (1 ? -1 : 0u) > 0;
static void kernel(int n)
{
#pragma scop
  for (int i = 0; i < 16; i++)
    if (i >= 2 + less && i <= 8 + more + same)
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
