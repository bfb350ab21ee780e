// script: reverse(S0.j)
// has: double t[4];
// An array that the region declares.
#include <stdio.h>

static void f(int n, double *x) {
#pragma scop
  for (int i = 0; i < n; i++) {
    double t[4];
    for (int j = 0; j < 4; j++)
      t[j] = x[i] * j;
    x[i] = 1;
    for (int j = 0; j < 4; j++)
      x[i] += t[3 - j];
  }
#pragma endscop
}

int main(void) {
  double x[6] = {1, 2, 3, 4, 5, 6};
  f(6, x);
  for (int i = 0; i < 6; i++)
    printf("%g\n", x[i]);
  return 0;
}
