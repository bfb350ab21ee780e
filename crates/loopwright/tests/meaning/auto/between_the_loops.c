// About: what stands between two loops belongs to their region only if the loops stay as clear with it
// args: --auto
#include <stdio.h>

static int kernel(int n, int *a, int *b)
{
  int m = n;
  int sum = 0;
  for (int i = 0; i < m; i++)
    a[i] = 2 * i;
  b[0] = 5;
  for (int i = 1; i < m; i++)
    b[i] = a[i - 1] + b[0];
  m = n / 2;
  for (int i = 0; i < m; i++)
    sum += a[i] * b[i];
  if (sum > 100)
    sum -= 100;
  for (int i = 0; i < n; i++)
    sum = sum * 3 % 1000 + b[i];
  return sum;
}

int main(void)
{
  int a[9], b[9];
  for (int n = 0; n < 9; n++)
    printf("%d ", kernel(n, a, b));
  puts("");
  return 0;
}
