// About: an alignment defines a constant that hides another.
// refused: LW0208
#include <stdio.h>
enum { SIZE = 5 };
static int a[20];

int main(void)
{
  _Alignas(sizeof(enum { SIZE = 8 })) int v = 3;
#pragma scop
  for (int i = 0; i < SIZE; i++)
    a[i] = v + i;
#pragma endscop
  for (int i = 0; i < 20; i++)
    printf(" %d", a[i]);
  printf("\n");
}
