// About: operators may be defined for constants of enumerations.
// refused: LW0208
#include <cmath>
#include <cstdio>
static int a[24], count;
enum Kind { NONE, SOME };

int operator+(Kind, int i)
{
  count++;
  return i * 10 + count;
}

int main()
{
#pragma scop
  for (int i = 0; i < 10; i++)
    a[i] = SOME + i;
#pragma endscop
  for (int i = 0; i < 24; i++)
    printf(" %d", a[i]);
  printf(" %d\n", count);
}
