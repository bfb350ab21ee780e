// About: A name for a part of the array that the region itself declares is replaced by the part.
// script: parallel(S0.i)
#include <stdio.h>
static double a[30], b[30];
static void kernel(int n) {
  double w[2][3] = {{0}};
#pragma scop
  for (int i = 0; i < n; i++) {
    double *row = w[1];
    for (int k = 0; k < 3; k++)
      w[0][k] = a[i] + k;
    for (int k = 0; k < 3; k++)
      row[k] = w[0][2 - k] * 2;
    b[i] = row[0] * row[2] + w[1][1];
  }
#pragma endscop
  printf("%g %g %g\n", w[0][0], w[1][0], w[1][2]);
}
int main(void) {
  for (int i = 0; i < 30; i++)
    a[i] = i % 7 - 3;
  for (int n = 0; n < 30; n += 9) {
    kernel(n);
    printf("%d %g %g %g\n", n, b[0], b[n / 2], b[29]);
  }
  return 0;
}
