// About: Cells that no iteration writes keep their values beside cells that all write.
// script: parallel(S0.i)
// legal
// script: vectorize(S0.i)
// illegal
#include <stdio.h>
static double a[50], b[50];
static double kernel(int n) {
  double w[5] = {1, 2, 3, 4, 5};
#pragma scop
  for (int i = 0; i < n; i++) {
    w[1] = a[i] * w[0];
    w[3] = w[1] + w[4];
    b[i] = w[1] * w[3];
  }
#pragma endscop
  return w[0] + 2 * w[1] + 4 * w[2] + 8 * w[3] + 16 * w[4];
}
int main(void) {
  for (int i = 0; i < 50; i++)
    a[i] = i % 9 - 4;
  for (int n = 0; n < 50; n += 16)
    printf("%g %g %g\n", kernel(n), b[0], b[n]);
  return 0;
}
