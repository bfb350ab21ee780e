// About: a type with both extents
// frees
#include <stdio.h>
#include <stdlib.h>

static void kernel(int n, int m, float a[6][5], float b[6][5])
{
#pragma scop
  float (*p)[m] = malloc(sizeof(float[n][m]));
  if (NULL == p) abort();
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      p[i][j] = a[i][j] * 2;
  for (int j = 0; j < m; j++)
    for (int i = 0; i < n; i++)
      b[i][j] = p[n - 1 - i][j] + p[i][m - 1 - j];
  free(p);
#pragma endscop
}

int main(void)
{
  static float a[6][5], b[6][5];
  for (int n = 0; n <= 6; n++)
    for (int m = 1; m <= 5; m++) {
      for (int i = 0; i < 6; i++)
        for (int j = 0; j < 5; j++)
          a[i][j] = i * 5 + j, b[i][j] = 0;
      kernel(n, m, a, b);
      for (int i = 0; i < 6; i++)
        for (int j = 0; j < 5; j++)
          printf("%g ", (double)b[i][j]);
      puts("");
    }
  return 0;
}
