// About: what ends an object is a function of a class, whose members hide variables.
// refused: LW0208
#include <cstdio>
static const int size = 9;
static int a[24];
struct Grid {
  int size = 17;
  ~Grid();
};

Grid::~Grid()
{
#pragma scop
    for (int i = 0; i < size; i++)
      a[i] += 3 * i + 1;
#pragma endscop
}

int main()
{
  {
    Grid grid;
  }
  for (int i = 0; i < 24; i++)
    printf(" %d", a[i]);
  printf("\n");
}
