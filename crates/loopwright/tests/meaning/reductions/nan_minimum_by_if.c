// About: a comparison with what is not a number fails, so that a minimum of floating-point numbers by `if` has an order.
// script: parallel(S0.i, reduction)
// illegal
#include <math.h>
#include <stdio.h>

static double kernel(int n, const double *a) {
  double m = a[0];
#pragma scop
  for (int i = 1; i < n; i++)
    if (a[i] < m)
      m = a[i];
#pragma endscop
  return m;
}

int main(void) {
  const double a[6] = {3, NAN, -0.0, 0.0, NAN, 2}, b[3] = {NAN, 1, 2};
  for (int n = 1; n <= 6; n++)
    printf("%g\n", kernel(n, a));
  for (int n = 1; n <= 3; n++)
    printf("%g\n", kernel(n, b));
  return 0;
}
