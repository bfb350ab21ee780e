// About: `^=` of an `int` on a `_Bool` is one as soon as any bit is set.
// script: reverse(S0.i)
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
_Bool b; int x[40];
void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    b ^= x[i];
#pragma endscop
}
int main(void)
{
  static const int sizes[] = { 0, 1, 2, 3, 37 };
  for (int k = 0; k < 5; k++) {
    b = 0; for (int i = 0; i < 40; i++) x[i] = i % 4;
    kernel(sizes[k]);
    printf("%d\n", b);
  }
}
