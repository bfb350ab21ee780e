// About: Arrays that outlive the function are left as the last iteration leaves them.
// script: parallel(S0.i)
// legal
#include <stdio.h>
static double a[40], b[40];
double g[2] = {5, 6};
static double kernel(int n) {
  static double s[2] = {7, 8};
#pragma scop
  for (int i = 0; i < n; i++) {
    g[0] = a[i];
    g[1] = g[0] * 2;
    s[0] = g[1] + 1;
    s[1] = s[0] - g[0];
    b[i] = s[1] * s[0];
  }
#pragma endscop
  return s[0] + 3 * s[1];
}
int main(void) {
  for (int i = 0; i < 40; i++)
    a[i] = i % 7 - 3;
  for (int n = 0; n < 40; n += 13) {
    double s = kernel(n);
    printf("%d %g %g %g %g %g\n", n, s, g[0], g[1], b[0], b[n]);
  }
  return 0;
}
