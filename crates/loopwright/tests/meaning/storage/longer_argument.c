// About: an array that is an argument may be longer than its declaration says, but not its rows
// script: pad(a, 2)
// legal
// script: pad(r, 2)
// legal
// script: expand(a)
#include <stdio.h>
#include <stdlib.h>

static double b[30], c[30];

static void kernel(int n, int m, double a[8], double r[3][6])
{
#pragma scop
  for (int i = 0; i < n; i++) {
    S: a[i] = a[i] * 2;
    T: b[i] = a[i] + 1;
  }
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      U: c[i] += r[i][j];
#pragma endscop
}

int main(void)
{
  static double a[30], r[30][6];
  for (int i = 0; i < 30; i++) {
    a[i] = i % 7 - 3;
    for (int j = 0; j < 6; j++)
      r[i][j] = i * j;
  }
  for (int n = 0; n <= 30; n += 10) {
    kernel(n, 6, a, r);
    printf("%d %g %g %g %g\n", n, a[0], a[29], b[29], c[29]);
  }
  return 0;
}
