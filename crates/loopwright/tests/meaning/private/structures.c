// About: Parts of structures cannot be named in a clause; an array of them is not private.
// script: parallel(S0.i)
// illegal
#include <stdio.h>
struct point { double x, y; };
static double a[30], b[30];
static void kernel(int n) {
#pragma scop
  for (int i = 0; i < n; i++) {
    struct point p[2];
    p[0].x = a[i];
    p[1].y = p[0].x * 2;
    b[i] = p[0].x + p[1].y;
  }
#pragma endscop
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
