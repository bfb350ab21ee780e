// About: a bound is compared by an operator.
// refused: LW0208
#include <cmath>
#include <cstdio>
static int a[24], count;
enum Kind { NONE, SOME };

bool operator<(int i, Kind)
{
  return i < 12;
}

int main()
{
#pragma scop
  for (int i = 0; i < SOME; i++)
    a[i] = i + 1;
#pragma endscop
  for (int i = 0; i < 24; i++)
    printf(" %d", a[i]);
  printf(" %d\n", count);
}
