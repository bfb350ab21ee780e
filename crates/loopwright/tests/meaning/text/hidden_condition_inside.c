// About: a header that is not found may define what a condition asks for: which iterations there are.
// hidden: hidden
// refused: LW0129
#include <stdio.h>
#include "vendor.h"
#ifdef COUNT
#define N 20
#else
#define N 10
#endif
static int a[24];
int main(void)
{
#pragma scop
  for (int i = 0; i < N; i++)
    if (i >= 15)
      a[i] = 1;
#pragma endscop
  for (int i = 0; i < 24; i++)
    printf(" %d", a[i]);
  puts("");
}
