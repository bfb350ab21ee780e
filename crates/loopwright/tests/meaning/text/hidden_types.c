// About: a header that is not found may define types that the system has otherwise.
// hidden: hidden
// refused: LW0126
#include <stdio.h>
#include "vendor.h"
static int a[400];
static void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] ^= (u_char)i;
#pragma endscop
}
int main(void)
{
  kernel(400);
  for (int i = 0; i < 400; i++)
    printf(" %d", a[i]);
  puts("");
}
