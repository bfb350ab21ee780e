// About: A pointer to the array that is used in the loop leads to the array, not to a copy of it.
// script: parallel(S0.i)
// illegal
#include <stdio.h>
static double a[30], b[30];
static void kernel(int n) {
  double w[2] = {0, 0};
  double *p = &w[0];
#pragma scop
  for (int i = 0; i < n; i++) {
    w[0] = a[i];
    w[1] = a[i] * 2;
    b[i] = p[0] + p[1];
  }
#pragma endscop
  printf("%g %g\n", p[0], p[1]);
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
