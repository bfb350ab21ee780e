// About: a macro may have the name of the variable in its text.
// refused: LW0011
#include <stdio.h>
static int a[20];
static void kernel(int n)
{
#define n (n + 1)
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] += 1;
#pragma endscop
#undef n
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
