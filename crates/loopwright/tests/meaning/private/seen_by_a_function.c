// About: A function that is called uses the array itself, not the copy of a thread.
// script: parallel(S0.i)
// illegal
#include <stdio.h>
static double a[30], b[30], w[2];
static double both(void) { return w[0] + w[1]; }
static void kernel(int n) {
#pragma scop
  for (int i = 0; i < n; i++) {
    w[0] = a[i];
    w[1] = a[i] * w[0];
    b[i] = both();
  }
#pragma endscop
}
int main(void) {
  for (int i = 0; i < 30; i++)
    a[i] = i % 7 - 3;
  for (int n = 0; n < 30; n += 9) {
    kernel(n);
    printf("%d %g %g %g %g %g\n", n, b[0], b[n / 2], b[29], w[0], w[1]);
  }
  return 0;
}
