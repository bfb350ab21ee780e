// About: names for the parts of a structure declares a variable that hides a constant, in a way that only C++ has.
// refused: LW0208
#include <cstdio>
static const int size = 9;
static int a[24];
struct Pair { int first, second; };

int main()
{
  Pair pair = { 5, 17 };
  auto [other, size] = pair;
#pragma scop
    for (int i = 0; i < size; i++)
      a[i] += 3 * i + 1;
#pragma endscop
  printf("%d", other);
  for (int i = 0; i < 24; i++)
    printf(" %d", a[i]);
  printf("\n");
}
