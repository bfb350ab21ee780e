// About: a bound of type `__int128` that is below zero by more than 64 bits hold.
#include <stdio.h>
static int a[24];
static void kernel(__int128 n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    a[i]++;
#pragma endscop
}
int main(void)
{
  kernel(-((__int128)1 << 64) + 5);
  kernel(0);
  kernel(1);
  kernel(2);
  kernel(24);
  for (int i = 0; i < 24; i++)
    printf(" %d", a[i]);
  puts("");
}
