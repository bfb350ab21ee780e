// About: the rows of an array parameter are as long as `m` was when the function was called.
#include <stdio.h>
static int x[4 * 6];
void kernel(int n, int m, int a[][m])
{
  m = m - 1;
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= m; j++)
      a[i][j] = a[i][m - j] + i + j;
#pragma endscop
}
int main(void)
{
  for (int n = 0; n <= 4; n++) {
    for (int i = 0; i < 24; i++) x[i] = i * i % 7;
    kernel(n, 6, (int (*)[6])x);
    for (int i = 0; i < 24; i++) printf("%d ", x[i]);
    printf("\n");
  }
}
