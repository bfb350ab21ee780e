// About: the body of a loop may stand in a header.
// args: --auto=kernel
#include <stdio.h>
static int a[20];
static void kernel(int n)
{
  for (int i = 0; i < n; i++)
#include "body_of_a_loop.h"
  for (int i = 0; i < n; i++)
    a[i] += 2;
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
