// About: an array that a script adds is freed, and there for sizes of nothing, too
// frees
// script: expand(t, [i, j]); distribute(S0.j); distribute(S0.i); interchange(S0.i, S0.j)
// legal
// script: expand(t, [i]); parallel(S0.i)
// legal
#include <stdio.h>
#include <stdlib.h>

static void kernel(int n, int m, double a[6][6], double b[6][6])
{
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      double t;
      t = a[i][j] * 2;
      b[i][j] = t + 1;
    }
#pragma endscop
}

int main(void)
{
  static double a[6][6], b[6][6];
  for (int i = 0; i < 36; i++)
    a[i / 6][i % 6] = i;
  for (int n = -1; n < 5; n++)
    for (int m = -1; m < 4; m++) {
      kernel(n, m, a, b);
      for (int i = 0; i < 36; i++)
        printf("%g ", b[i / 6][i % 6]);
      puts("");
    }
  return 0;
}
