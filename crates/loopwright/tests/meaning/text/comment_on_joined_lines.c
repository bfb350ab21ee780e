// About: the two slashes of a comment may stand on two lines that are one.
#include <stdio.h>
static int a[20];
static void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] += 1 /\
/ this is a comment
      + 2;
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
