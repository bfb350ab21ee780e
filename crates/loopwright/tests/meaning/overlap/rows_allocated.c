// About: rows that are allocated one by one lie apart.
// script: parallel(S0.i)
// legal
#include <stdio.h>
#include <stdlib.h>
void kernel(int n, int m)
{
  double **rows = malloc(8 * sizeof *rows);
  for (int k = 0; k < 8; k++) {
    rows[k] = malloc(40 * sizeof(double));
    for (int j = 0; j < 40; j++) rows[k][j] = j * k % 7;
  }
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 1; j < m; j++)
      rows[i][j] = rows[i][j - 1] + 1;
#pragma endscop
  for (int k = 0; k < 8; k++) {
    for (int j = 0; j < 40; j++) printf("%g ", rows[k][j]);
    free(rows[k]);
  }
  printf("\n");
  free(rows);
}
int main(void)
{
  kernel(0, 3); kernel(1, 1); kernel(2, 2); kernel(8, 40);
}
