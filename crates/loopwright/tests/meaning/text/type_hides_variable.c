// About: a type of the function hides a variable of the file, so that what looks like a difference is a conversion.
#include <stdio.h>
static int a[20];
static int T = 3;
static void kernel(int n)
{
  typedef short T;
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = (T)-(i * 40000);
#pragma endscop
}
static int *all = &T;
int main(void)
{
  static const int sizes[] = { 0, 1, 2, 5, 13 };
  for (int k = 0; k < 5; k++) {
    kernel(sizes[k]);
    for (int i = 0; i < 20; i++)
      printf("%d ", a[i]);
    printf("%d\n", *all);
  }
}
