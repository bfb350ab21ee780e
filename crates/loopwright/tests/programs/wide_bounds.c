// script: affine(S0, {[i,j]->[i+j,i]})
// script: affine(S1, {[i,j]->[2*i+j,i]})
// script: shift(S2.i, m)
// has: for (long j2 = 0; j2 < (long)n + m - 1; j2++)
// has: for (long j2 = 0; j2 < 2L * n + m - 2; j2++)
// Sums of sizes that fit an `int` need not fit one.
#include <stdio.h>

static void f(int n, int m, double (*x)[5]) {
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      x[i][j] = i;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      x[i][j] += j;
  for (int i = 0; i < n; i++)
    x[i][0] -= 1;
#pragma endscop
}

int main(void) {
  double x[7][5];
  f(7, 5, x);
  for (int i = 0; i < 7; i++)
    for (int j = 0; j < 5; j++)
      printf("%g\n", x[i][j]);
  return 0;
}
