// About: a function of the library has another one of its name.
// refused: LW0208
#include <cmath>
#include <cstdio>
static int a[24], count;
double sqrt(short x)
{
  return x + 0.25;
}

int main()
{
#pragma scop
  for (short i = 0; i < 20; i++)
    a[i] = 4 * sqrt(i);
#pragma endscop
  for (int i = 0; i < 24; i++)
    printf(" %d", a[i]);
  printf(" %d\n", count);
}
