// About: a header that is not found may define what a condition asks for; the loop says so by its macro.
// hidden: hidden
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
    a[i] = 1;
#pragma endscop
  for (int i = 0; i < 24; i++)
    printf(" %d", a[i]);
  puts("");
}
