// About: a constant of the function hides a type of the file.
#include <stdio.h>
static int a[20];
typedef int T;
static T b;
static void kernel(int n)
{
  enum { T = 3 };
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = (T)-i;
#pragma endscop
  b += n;
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
