// About: whether a variable is used behind the region depends on an option of the compiler.
// refused: LW0129
#include <stdio.h>
static int a[10];

int main(void)
{
  int t = 7;
#pragma scop
  for (int i = 0; i < 10; i++) {
    t = i * 50;
    a[i] = t;
  }
#pragma endscop
#ifdef _OPENMP
  printf("%d\n", t);
#endif
  printf("%d\n", a[3]);
}
