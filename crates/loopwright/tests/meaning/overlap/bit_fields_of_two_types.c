// About: bit-fields of one unit have different types, and either may be used first.
// script: reorder(S1, S0)
// legal
#include <stdio.h>
static int a[24], b[24];
static struct S { int low : 5; unsigned high : 3; } s = { -3, 6 };
static void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++) {
    b[i] = s.high;
    a[i] = s.low;
  }
#pragma endscop
}
int main(void)
{
  static const int sizes[] = { 0, 1, 2, 11, 24 };
  for (int k = 0; k < 5; k++) {
    kernel(sizes[k]);
    for (int i = 0; i < 24; i++)
      printf(" %d %d", a[i], b[i]);
    puts("");
  }
}
