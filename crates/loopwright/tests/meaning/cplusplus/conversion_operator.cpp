// About: a conversion is a function of a class, whose members hide variables.
// refused: LW0208
#include <cstdio>
static const int size = 9;
static int a[24];
struct Grid {
  int size = 17;
  operator int();
};

Grid::operator int()
{
#pragma scop
    for (int i = 0; i < size; i++)
      a[i] += 3 * i + 1;
#pragma endscop
  return a[1];
}

int main()
{
  Grid grid;
  int first = grid;
  for (int i = 0; i < 24; i++)
    printf(" %d", a[i]);
  printf(" %d\n", first);
}
