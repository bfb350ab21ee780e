// About: a type name hides another one: the array has elements of the type that was seen where it is declared
// refused: LW0207
#include <stdio.h>

typedef int *row;

static int b[8];
static row rows[4] = {b + 1, b + 2, b + 3, b + 4};

static int kernel(int n)
{
  typedef int row[4];
  row own = {n};
#pragma scop
  for (int i = 0; i < n; i++)
    rows[i][0] = b[i] + 1;
#pragma endscop
  return own[0];
}

int main(void)
{
  for (int n = 0; n <= 4; n++) {
    printf("%d:", kernel(n));
    for (int i = 0; i < 8; i++)
      printf(" %d", b[i]);
    printf("\n");
  }
  return 0;
}
