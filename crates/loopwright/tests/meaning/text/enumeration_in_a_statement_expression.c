// About: a constant of a statement expression ends with it.
// refused: LW0208
#include <stdio.h>
enum { SIZE = 5 };
static int a[20];

int main(void)
{
  int v = ({ enum { SIZE = 9 }; (int)SIZE; });
#pragma scop
  for (int i = 0; i < SIZE; i++)
    a[i] = v + i;
#pragma endscop
  for (int i = 0; i < 20; i++)
    printf(" %d", a[i]);
  printf("\n");
}
