// About: a `const volatile` may change all the same.
// refused: LW0208
#include <stdio.h>
static int a[20];
static const volatile int level = 5;
static void kernel(int n)
{
#pragma scop
  for (int i = 0; i < level; i++)
    a[i] += n;
#pragma endscop
}
int main(void)
{
  static const int sizes[] = { 0, 1, 2, 5, 13 };
  for (int k = 0; k < 5; k++) {
    kernel(sizes[k]);
    for (int i = 0; i < 20; i++)
      printf("%d ", a[i]);
    puts("");
  }
}
