// About: arrays with as many cells as their declarations have, where what is used depends on parameters
// script: modulo(u, 0, 2)
// legal
// script: modulo(u, 1, 64)
// legal
// script: modulo(u, 0, 50)
// legal
// script: pad(w, 3); transpose(u, [1, 0])
// legal
// script: modulo(w, 1, 1)
// illegal
#include <stdio.h>
#include <stdlib.h>

static double a[40], b[40];

static void kernel(int n, int m)
{
  double u[50][40], w[7][40];
#pragma scop
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      P: u[i][j] = a[j] + i;
      Q: b[j] += u[i][j];
    }
  for (int i = 0; i < 7; i++) {
    for (int j = 0; j < n; j++)
      R: w[i][j] = a[j] * i;
    for (int j = 1; j < n; j++)
      V: b[j] += w[i][j] * w[i][j - 1];
  }
#pragma endscop
}

int main(void)
{
  for (int i = 0; i < 40; i++)
    a[i] = i % 7 - 3;
  for (int n = 0; n <= 40; n += 10) {
    kernel(n, n + 10);
    printf("%d %g %g %g\n", n, b[0], b[7], b[39]);
  }
  return 0;
}
