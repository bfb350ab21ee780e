// About: a pointer with a list in braces hides an array: the loop shifts what it points to.
// refused: LW0208
#include <cstdio>
static int a[24], b[24];

int main()
{
  for (int i = 0; i < 24; i++)
    a[i] = b[i] = i * i % 7;
  int *a { b + 1 };
#pragma scop
  for (int i = 0; i < 20; i++)
    a[i] = b[i] + 1;
#pragma endscop
  for (int i = 0; i < 24; i++)
    printf(" %d", b[i]);
  printf("\n");
}
