// About: two buffers that change places after every step: inside a step they are apart.
// script: parallel(S0.i)
// legal
#include <stdio.h>
#include <stdlib.h>

static double shown[12];

static void kernel(int steps, int n, const double *from) {
  double *now = malloc(12 * sizeof *now), *next = malloc(12 * sizeof *next);
  for (int q = 0; q < 12; q++)
    now[q] = next[q] = from[q];
  for (int t = 0; t < steps; t++) {
#pragma scop
    for (int i = 1; i < n - 1; i++)
      next[i] = (now[i - 1] + now[i] + now[i + 1]) / 3;
#pragma endscop
    double *other = now;
    now = next;
    next = other;
  }
  for (int q = 0; q < 12; q++)
    shown[q] = now[q];
  free(now);
  free(next);
}

static void run(int steps, int n) {
  double from[12];
  for (int q = 0; q < 12; q++)
    from[q] = (q * 37 + 11) % 23;
  kernel(steps, n, from);
  printf("%d %d:", steps, n);
  for (int q = 0; q < 12; q++)
    printf(" %g", shown[q]);
  printf("\n");
}

int main(void) {
  run(0, 0);
  run(1, 1);
  run(2, 2);
  run(1, 12);
  run(5, 11);
  return 0;
}
