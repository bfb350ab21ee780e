// About: a counter that is written as a `long` tells less about a statement that is kept as a whole than the `int` of the source.
// script: peel(S0.i, 2)
// script: tile(S0.i, 3)
// script: unroll(S0.i, 2)
#include <stdio.h>

static int s, t;

static void kernel(unsigned n, int m, int *b, int *c, int (*d)[40]) {
#pragma scop
  for (int i = 2; i < n; i++) {
    if (m / i)
      for (int j = 1; j < m && j < i; j++)
        for (int k = 2 * i; k < i + 3; k++) {
          t = c[i % 3];
          c[j / 2 * m] = (j / 2 * n) ? -k : b[j % 3];
        }
    else
      s = d[i][n & i] + (i < m ? i : i - 1);
    b[i] = d[m % (i + 1)][i - 1] + (long)(i * m);
  }
#pragma endscop
}

int main(void) {
  for (unsigned n = 0; n <= 6; n++)
    for (int m = 0; m <= 6; m++) {
      static int b[40], c[40], d[40][40];
      for (int i = 0; i < 40; i++) {
        b[i] = i;
        c[i] = 3 * i;
        for (int j = 0; j < 40; j++)
          d[i][j] = i - j;
      }
      kernel(n, m, b, c, d);
      for (int i = 0; i < 40; i++)
        printf("%d %d ", b[i], c[i]);
      printf("%d %d\n", s, t);
    }
  return 0;
}
