// About: which constant is meant depends on an option of the compiler.
// refused: LW0129
#include <stdio.h>
#ifdef __OPTIMIZE__
enum { SIZE = 9 };
#else
enum { SIZE = 7 };
#endif
static int a[10];

int main(void)
{
#pragma scop
  for (int i = 0; i < SIZE; i++)
    a[i] = i * 50;
#pragma endscop
  for (int i = 0; i < 10; i++)
    printf(" %d", a[i]);
  printf("\n");
}
