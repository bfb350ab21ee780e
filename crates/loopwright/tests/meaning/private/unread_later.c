// About: A scalar that nobody reads after the region is private; one that the next execution of the region reads is not.
// script: parallel(S0.i)
// legal
// script: parallel(S3.i)
// illegal
#include <stdio.h>
static double a[30], b[30], c[30];
static void kernel(int n) {
  double t, u, v = 1;
  for (int r = 0; r < 3; r++) {
#pragma scop
    for (int i = 0; i < n; i++) {
      t = a[i] * 2;
      for (int k = 0; k < i; k++)
        u = t + k;
      b[i] = t - 1;
    }
    for (int i = 0; i < n; i++) {
      if (i == 0)
        c[i] = v;
      v = b[i] + r;
    }
#pragma endscop
    a[r] = c[0];
  }
}
int main(void) {
  for (int i = 0; i < 30; i++)
    a[i] = i % 7 - 3;
  for (int n = 0; n < 30; n += 9) {
    kernel(n);
    printf("%d %g %g %g %g\n", n, b[0], b[n / 2], c[0], a[2]);
  }
  return 0;
}
