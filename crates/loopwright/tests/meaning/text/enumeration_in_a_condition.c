// About: a condition defines the constant that the block behind it uses.
// refused: LW0208
#include <stdio.h>
enum { SIZE = 5 };
static int a[20];

int main(void)
{
  if (sizeof(enum { SIZE = 11 })) {
#pragma scop
    for (int i = 0; i < SIZE; i++)
      a[i] = i + 1;
#pragma endscop
  }
  for (int i = 0; i < 20; i++)
    printf(" %d", a[i]);
  printf("\n");
}
