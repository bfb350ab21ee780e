// About: the rows of an array of pointers overlap by all but one element.
#include <stdio.h>
double mem[64];
void kernel(int n, int m)
{
  double *rows[8];
  for (int k = 0; k < 8; k++)
    rows[k] = mem + k;
#pragma scop
  for (int i = 1; i < n; i++)
    for (int j = 0; j < m; j++)
      rows[i][j] = rows[i - 1][j] + 1;
#pragma endscop
}
int main(void)
{
  for (int j = 0; j < 64; j++) mem[j] = j % 7;
  kernel(0, 3); kernel(1, 1); kernel(2, 2); kernel(8, 40);
  for (int j = 0; j < 64; j++) printf("%g ", mem[j]);
  printf("\n");
}
