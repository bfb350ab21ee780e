// About: the rows of an array of pointers are named by its initialiser.
#include <stdio.h>
double x[30];
double *rows[2] = { x, x + 1 };
void kernel(int m)
{
#pragma scop
  for (int j = 0; j < m; j++)
    rows[1][j] = rows[0][j] * 2 + 1;
#pragma endscop
}
int main(void)
{
  kernel(0); kernel(1); kernel(2); kernel(12);
  for (int j = 0; j < 30; j++) printf("%g ", x[j]);
  printf("\n");
}
