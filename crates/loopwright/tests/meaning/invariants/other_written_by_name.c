// About: the region writes variables by name that the pointer does not lead to
// script: interchange(S0.i, S0.j)
// legal
#include <stdio.h>

static int a[10][10], last;

static void kernel(const int *restrict n)
{
  int count = 0, i;
  int seen = 0, *s = &seen;
#pragma scop
  for (i = 0; i < *n; i++)
    for (int j = 0; j < *n; j++)
      a[i][j] += i + 1;
  count = 1;
#pragma endscop
  *s += count;
  last += seen + i;
}

int main(void)
{
  for (int n = 0; n < 9; n++) {
    kernel(&n);
    printf("%d %d %d\n", a[0][0], a[n][1], last);
  }
  return 0;
}
