// About: What a local pointer leads to has no copies, and an array of the same shape has.
// script: parallel(S0.i)
// illegal
// script: parallel(S2.j)
// legal
#include <stdio.h>
#include <stdlib.h>
static double a[40], b[40];
int main(void) {
  double *p = malloc(2 * sizeof *p);
  double q[2];
  if (!p)
    return 1;
  for (int i = 0; i < 40; i++)
    a[i] = i % 5 - 2;
#pragma scop
  for (int i = 0; i < 40; i++) {
    p[0] = a[i] * 3;
    b[i] = p[0] - 1;
  }
  for (int j = 0; j < 40; j++) {
    q[0] = a[j] * 3;
    q[1] = q[0] + b[j];
    b[j] = q[1] - 1;
  }
#pragma endscop
  double s = p[0] + q[0] + 2 * q[1];
  for (int i = 0; i < 40; i++)
    s = s * 0.5 + b[i];
  printf("%g\n", s);
  free(p);
  return 0;
}
