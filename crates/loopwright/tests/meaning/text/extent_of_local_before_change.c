// About: the rows of a local array are as long as `m` was where it was declared.
#include <stdio.h>
void kernel(int n, int m)
{
  int a[n + 1][m];
  for (int i = 0; i <= n; i++)
    for (int j = 0; j < m; j++) a[i][j] = i * 3 + j;
  int old = m;
  m -= 2;
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= m; j++)
      a[i][j + 1] = a[i + 1][m - j] + i + j;
#pragma endscop
  for (int i = 0; i <= n; i++)
    for (int j = 0; j < old; j++) printf("%d ", a[i][j]);
  printf("\n");
}
int main(void)
{
  for (int n = 0; n <= 4; n++) kernel(n, 5);
}
