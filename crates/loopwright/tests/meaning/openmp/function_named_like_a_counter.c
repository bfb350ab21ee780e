// About: a function has the name of a counter in it, and directives once its loops are parallel.
// script: parallel(S0.i)
// legal
#include <stdio.h>
static int z[5][5];

static void k(int n, int z[5][5])
{
#pragma scop
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++)
      z[i][k] += 3 * i + k;
#pragma endscop
}

int main(void)
{
  static const int sizes[] = { 0, 1, 2, 5 };
  for (int s = 0; s < 4; s++)
    k(sizes[s], z);
  for (int i = 0; i < 5; i++)
    for (int j = 0; j < 5; j++)
      printf(" %d", z[i][j]);
  printf("\n");
}
