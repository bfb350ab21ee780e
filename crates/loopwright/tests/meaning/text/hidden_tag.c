// About: the tag of a structure hides another one: the array has the fields of the structure that was seen where it is declared
// refused: LW0208
#include <stdio.h>

struct row { int *cells; int sum; };

static int b[8];
static struct row rows[4] = {{b + 1, 0}, {b + 2, 0}, {b + 3, 0}, {b + 4, 0}};

static int kernel(int n)
{
  struct row { int sum; int cells[4]; };
  struct row own = {n, {0}};
#pragma scop
  for (int i = 0; i < n; i++)
    S: rows[i].cells[0] = b[i] + 1;
#pragma endscop
  return own.sum;
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
