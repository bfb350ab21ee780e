// About: one array is seen as a matrix and as a vector.
#include <stdio.h>
double v[40];
void kernel(int n, int m)
{
  double (*mat)[10] = (double (*)[10]) v;
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      mat[i][j] = v[10 * i + j + 3] + 1;
#pragma endscop
}
int main(void)
{
  for (int i = 0; i < 40; i++) v[i] = i * i % 11;
  kernel(0, 0); kernel(1, 1); kernel(2, 2); kernel(3, 10);
  for (int i = 0; i < 40; i++) printf("%g ", v[i]);
  printf("\n");
}
