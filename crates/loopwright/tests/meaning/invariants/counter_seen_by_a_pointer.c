// About: what a condition looks at behind a pointer is the counter of the loop
// refused: LW0205
#include <stdio.h>

static int a[10], i;

static void kernel(int *p, int n)
{
#pragma scop
  for (i = 0; i < n; i++)
    if (*p > 2)
      a[0] += 1;
#pragma endscop
}

int main(void)
{
  int other = 3;
  for (int n = 0; n < 9; n++) {
    kernel(&i, n);
    kernel(&other, n);
    printf("%d %d\n", a[0], i);
  }
  return 0;
}
