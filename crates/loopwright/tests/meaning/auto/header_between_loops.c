// About: what a header does between two loops is in no region.
// args: --auto=kernel
#include <stdio.h>
static int a[20], b[20];
static void kernel(int n)
{
  for (int i = 0; i < n; i++)
    a[i] += 2;
#include "between_the_loops.h"
  for (int i = 0; i < n; i++)
    b[i] += a[i];
#include "between_the_loops.h"
}
int main(void)
{
  static const int sizes[] = { 0, 1, 2, 5, 13 };
  for (int k = 0; k < 5; k++) {
    kernel(sizes[k]);
    for (int i = 0; i < 20; i++)
      printf("%d %d ", a[i], b[i]);
    puts("");
  }
}
