// About: the rows of an array of pointers may be one row.
#include <stdio.h>
double one[40], two[40];
void kernel(int n, int m)
{
  double *rows[3];
  rows[0] = one;
  rows[1] = two;
  rows[2] = one;
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      rows[i][j] = rows[i][j] * 2 + i;
#pragma endscop
}
int main(void)
{
  for (int j = 0; j < 40; j++) one[j] = two[j] = j;
  kernel(0, 3); kernel(1, 1); kernel(2, 2); kernel(3, 40);
  for (int j = 0; j < 40; j++) printf("%g %g ", one[j], two[j]);
  printf("\n");
}
