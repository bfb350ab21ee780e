// About: `__int128` is wider than everything that bounds and subscripts are computed in.
#include <stdio.h>
static int a[24], b[24], c[24], d[24];
static unsigned __int128 big = -1;
static void kernel(int n)
{
#pragma scop
  for (__int128 i = 0; i < n; i++)
    a[i] = (int)((i << 70) >> 65);
  for (int i = 0; i < n; i++) {
    unsigned __int128 t = i - 5;
    b[i] = (int)(t >> 100);
  }
  for (__int128 i = 0; i < n; i++)
    c[i] = sizeof(i);
  for (int i = 0; i < n; i++)
    if (i < big)
      d[i] = 1;
#pragma endscop
}
int main(void)
{
  static const int sizes[] = { 0, 1, 2, 11, 24 };
  for (int k = 0; k < 5; k++) {
    kernel(sizes[k]);
    for (int i = 0; i < 24; i++)
      printf(" %d %d %d %d", a[i], b[i], c[i], d[i]);
    puts("");
  }
}
