// About: a loop over a range declares a variable that hides a constant, in a way that only C++ has.
// refused: LW0208
#include <cstdio>
static const int size = 9;
static int a[24];

int main()
{
  int sizes[] = { 11, 17 };
  for (int size : sizes) {
#pragma scop
    for (int i = 0; i < size; i++)
      a[i] += 3 * i + 1;
#pragma endscop
  }
  for (int i = 0; i < 24; i++)
    printf(" %d", a[i]);
  printf("\n");
}
