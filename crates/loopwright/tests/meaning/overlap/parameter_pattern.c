// About: rows of a matrix that is an argument, given twice.
#include <stdio.h>
double m[6][10];
static void kernel(int n, double p[][10], double q[][10])
{
#pragma scop
  for (int i = 1; i < n; i++)
    for (int j = 0; j < 10; j++)
      p[i][j] = q[i - 1][j] + 1;
#pragma endscop
}
int main(void)
{
  kernel(0, m, m); kernel(1, m, m); kernel(2, m, m); kernel(6, m, m);
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 10; j++) printf("%g ", m[i][j]);
  printf("\n");
}
