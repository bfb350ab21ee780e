// About: three dimensions, two arrays, and a size that is a constant
// frees
// script: parallel(S0.i); reverse(S3.l)
// legal
#include <stdio.h>
#include <stdlib.h>

typedef float real;

static void kernel(int n, int m, int k, real a[4][3][5])
{
#pragma scop
  real (*p)[m][k] = malloc(n * sizeof(real[m][k]));
  if (!p) abort();
  long *q = malloc(2 * 5 * sizeof(long)), *r = malloc(sizeof *r);
  if (!q) abort();
  if (!r) abort();
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      for (int l = 0; l < k; l++)
        p[i][j][l] = a[i][j][l] * 2;
  for (int l = 0; l < k; l++)
    q[2 * l] = l;
  r[0] = k;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      for (int l = 0; l < k; l++)
        a[i][j][l] = p[n - 1 - i][m - 1 - j][k - 1 - l] + q[2 * l] + *r;
  free(p);
  free(r);
  free(q);
#pragma endscop
}

int main(void)
{
  static real a[4][3][5];
  for (int n = 0; n <= 4; n++)
    for (int k = 1; k <= 5; k++) {
      for (int i = 0; i < 60; i++)
        a[i / 15][i / 5 % 3][i % 5] = i;
      kernel(n, 3, k, a);
      for (int i = 0; i < 60; i++)
        printf("%g ", a[i / 15][i / 5 % 3][i % 5]);
      puts("");
    }
  return 0;
}
