// About: A thread has one copy for all of its iterations: what the first one overwrites the next does not find.
// script: parallel(S0.i)
// illegal
// script: private(w, S0.i)
// illegal
#include <stdio.h>
static double a[50], b[50];
static void kernel(int n) {
  double w[50];
  for (int i = 0; i < 50; i++)
    w[i] = i;
#pragma scop
  for (int i = 0; i < n; i++) {
    b[i] = w[n - 1 - i] + w[0];
    w[i] = a[i];
    w[0] = b[i];
  }
#pragma endscop
  printf("%g %g\n", w[0], w[49]);
}
int main(void) {
  for (int i = 0; i < 50; i++)
    a[i] = i % 9 - 4;
  for (int n = 0; n < 50; n += 16) {
    kernel(n);
    printf("%g %g\n", b[0], b[n]);
  }
  return 0;
}
