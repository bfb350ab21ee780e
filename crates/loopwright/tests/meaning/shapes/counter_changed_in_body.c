// About: the body of a loop changes its counter, so that every other element is left out
#include <stdio.h>

static int kernel(int n, int *a)
{
  int i;
#pragma scop
  for (i = 0; i < n; i++) {
    a[i] += i;
    if (a[i] > 3)
      i++;
  }
  a[0] = i;
#pragma endscop
  return i;
}

int main(void)
{
  int a[8];
  for (int n = 0; n <= 8; n++) {
    for (int k = 0; k < 8; k++)
      a[k] = k % 3 * 2;
    printf("%d:", kernel(n, a));
    for (int k = 0; k < 8; k++)
      printf(" %d", a[k]);
    puts("");
  }
  return 0;
}
