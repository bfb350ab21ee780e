// About: a constant beyond int gives all of its enumeration another type.
// refused: LW0208
#include <cstdio>
enum Kind { MANY = 4000000000u, ONE = 1 };
static int a[24], b[24];

int main()
{
#pragma scop
  for (int i = 0; i < 20; i++) {
    a[i] = i - 5 + ONE < 3;
    if (i - 3 > ONE)
      b[i] = i;
  }
#pragma endscop
  for (int i = 0; i < 24; i++)
    printf(" %d %d", a[i], b[i]);
  printf("\n");
}
