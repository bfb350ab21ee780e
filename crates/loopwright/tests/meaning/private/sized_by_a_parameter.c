// About: An array whose size is known when the function runs is copied as a whole.
// script: parallel(S0.i)
// legal
#include <assert.h>
#include <stdio.h>
static double a[20][30], b[20];
static double kernel(int n, int m) {
  assert(m <= 30);
  double w[m + 1];
  for (int k = 0; k <= m; k++)
    w[k] = 100 + k;
#pragma scop
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < m + 1; k++)
      w[k] = a[i][(k * 7) % 30] + k;
    for (int k = 0; k < m; k++)
      b[i] += w[k] * w[k + 1];
  }
#pragma endscop
  double s = 0;
  for (int k = 0; k <= m; k++)
    s = s * 0.5 + w[k];
  return s;
}
int main(void) {
  for (int i = 0; i < 20; i++)
    for (int j = 0; j < 30; j++)
      a[i][j] = (i * 3 + j * 5) % 11 - 4;
  for (int n = 0; n < 20; n += 6)
    for (int m = 0; m < 30; m += 9)
      printf("%g %g %g\n", kernel(n, m), b[0], b[n / 2]);
  return 0;
}
