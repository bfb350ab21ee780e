// About: An array that is an argument is a pointer: a private copy of it would be none.
// script: parallel(S0.i)
// illegal
// script: private(w, S0.i)
// illegal
#include <stdio.h>
static double a[40], b[40], v[3];
static void kernel(int n, double w[3]) {
#pragma scop
  for (int i = 0; i < n; i++) {
    w[0] = a[i] + 1;
    w[1] = w[0] * 2;
    w[2] = w[1] - w[0];
    b[i] = w[2] * w[1];
  }
#pragma endscop
}
int main(void) {
  for (int i = 0; i < 40; i++)
    a[i] = i % 7 - 3;
  for (int n = 0; n < 40; n += 13) {
    kernel(n, v);
    printf("%d %g %g %g %g %g\n", n, b[0], b[n / 2], v[0], v[1], v[2]);
  }
  return 0;
}
