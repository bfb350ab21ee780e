// About: the constants of an enumeration of an unsigned type are unsigned.
// refused: LW0208
#include <cstdio>
enum Kind : unsigned { NONE, SOME };
static int a[24], b[24];

int main()
{
#pragma scop
  for (int i = 0; i < 20; i++) {
    a[i] = i - 5 + NONE < 3;
    if (i - 3 + NONE > 10)
      b[i] = i;
  }
#pragma endscop
  for (int i = 0; i < 24; i++)
    printf(" %d %d", a[i], b[i]);
  printf("\n");
}
