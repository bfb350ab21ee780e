// About: a file that includes itself by a macro for its name has two readings of its region.
// refused: LW0011
#include <stdio.h>
#ifndef TYPE
#define TYPE int
#define NAME of_ints
#define AGAIN __BASE_FILE__
#include AGAIN
#undef TYPE
#undef NAME
#define TYPE double
#define NAME of_doubles
#define LAST
#endif
void NAME(int n, TYPE *a, const TYPE *b)
{
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = b[i] / 2 + i;
#pragma endscop
}
#ifdef LAST
int main(void)
{
  int a[8] = { 0 }, b[8] = { 1, 2, 3, 4, 5, 6, 7, 8 };
  double x[8] = { 0 }, y[8] = { 1, 2, 3, 4, 5, 6, 7, 8 };
  of_ints(8, a, b);
  of_doubles(8, x, y);
  for (int i = 0; i < 8; i++)
    printf("%d %.1f ", a[i], x[i]);
  puts("");
}
#endif
