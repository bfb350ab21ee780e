// About: a declaration with an alignment declares a variable that hides a constant, in a way that only C++ has.
// refused: LW0208
#include <cstdio>
static const int size = 9;
static int a[24];

int main()
{
  alignas(16) int size = 17;
#pragma scop
    for (int i = 0; i < size; i++)
      a[i] += 3 * i + 1;
#pragma endscop
  for (int i = 0; i < 24; i++)
    printf(" %d", a[i]);
  printf("\n");
}
