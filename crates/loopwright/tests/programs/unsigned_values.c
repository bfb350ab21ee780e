// Unsigned numbers wrap around below zero; what is computed from counters must too.
// has: x[i] = (unsigned)i - 5;
#include <stdio.h>

static double f(double v) { return v / 3; }

int main(void) {
  double x[10], y[10], z[10], u[10], v[10], a[10][10];
  unsigned un = 3;
#pragma scop
  for (unsigned i = 0; i < 10; i++) {
    x[i] = i - 5;
    y[i] = -i;
    z[i] = i * 1000000000;
    u[i] = i - 5 < 3 ? 1 : 2;
    v[i] = f(i - 5);
    for (unsigned j = 0; j < 10; j++)
      a[i][j] = i - j;
  }
  for (int i = 0; i < 10; i++) {
    x[i] += i - 5u;
    y[i] += (i - 1) - un;
  }
#pragma endscop
  for (int i = 0; i < 10; i++)
    printf("%g %g %g %g %g %g %g\n", x[i], y[i], z[i], u[i], v[i], a[i][4], a[3][i]);
  return 0;
}
