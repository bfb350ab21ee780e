// About: how large a buffer is depends on a variable that only its type bounds.
// frees
// script: stripmine(S0.i, 4); pack(B, S0.i)
// legal
#include <stdio.h>
#include <stdlib.h>
static double A[9][10], B[10][9];

static void add(int n, int q)
{
  int m = q * 2;
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i][j] += B[j][i];
#pragma endscop
}

int main(void)
{
  static const int sizes[][2] = { { 0, 0 }, { 1, 1 }, { 3, 4 }, { 9, 3 }, { 9, 5 } };
  for (int j = 0; j < 10; j++)
    for (int i = 0; i < 9; i++)
      B[j][i] = 10 * j + i;
  for (int s = 0; s < 5; s++)
    add(sizes[s][0], sizes[s][1]);
  for (int i = 0; i < 9; i++)
    for (int j = 0; j < 10; j++)
      printf(" %g", A[i][j]);
  printf("\n");
}
