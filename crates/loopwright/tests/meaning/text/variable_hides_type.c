// About: a variable hides a type of the same name, so what looks like a conversion is a difference.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
static int a[20];
typedef int T;
static void kernel(int n)
{
  int T = 3;
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = (T)-i;
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
