// About: the value that a counter has after its loop is read by statements that are in no region
// args: --auto
#include <stdio.h>

static int kernel(int n, int *a)
{
  int i, j, found = -1;
  for (i = 0; i < n; i++)
    a[i] = (7 * i + 3) % 11;
  a[i] = 4;
  for (i = 0; a[i] != 4; i++)
    ;
  found = i;
  for (j = n; j > found; j--)
    a[j] = a[j - 1];
  return 100 * i + j + printf("%d:", i);
}

int main(void)
{
  int a[12];
  for (int n = 0; n < 11; n++)
    printf("%d ", kernel(n, a));
  puts("");
  return 0;
}
