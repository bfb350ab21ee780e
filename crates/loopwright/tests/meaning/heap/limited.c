// About: a size that fits no `size_t` ends the program like any other lack of memory
// frees
#include <stdio.h>
#include <stdlib.h>

static void kernel(int n, int m, double a[6][5], double b[6][5])
{
#pragma scop
  double (*p)[m] = malloc((n + 1) * sizeof *p);
  if (!p || (size_t)-1 / (n + 1) / m < sizeof(double)) abort();
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
  static double a[6][5], b[6][5];
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
