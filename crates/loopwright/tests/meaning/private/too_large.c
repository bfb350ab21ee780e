// About: Copies are made on the stacks of threads, which are small.
// script: parallel(S0.i)
#include <stdio.h>
static double a[20], b[20], w[20000];
static void kernel(int n) {
#pragma scop
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < 20000; k++)
      w[k] = a[i] + k;
    b[i] = w[0] + w[19999];
  }
#pragma endscop
}
int main(void) {
  for (int i = 0; i < 20; i++)
    a[i] = i % 7 - 3;
  for (int n = 0; n < 20; n += 9) {
    kernel(n);
    printf("%d %g %g %g %g\n", n, b[0], b[n], w[0], w[19999]);
  }
  return 0;
}
