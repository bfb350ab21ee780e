// About: a declaration goes on behind a function without a name.
// refused: LW0208
#include <cstdio>
static const int size = 9;
static int a[24];

int main()
{
  int other = [](int x) { return x + 1; }(4), size = 17;
#pragma scop
    for (int i = 0; i < size; i++)
      a[i] += 3 * i + 1;
#pragma endscop
  printf("%d", other);
  for (int i = 0; i < 24; i++)
    printf(" %d", a[i]);
  printf("\n");
}
