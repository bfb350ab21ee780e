// About: two buffers that are used in turn, chosen by the parity of the step.
// args: --context [n]->{:n<=12}
// script: parallel(S0.t)
// illegal
// script: parallel(S0.i)
// legal
#include <stdio.h>

static double u[2][12];

static void kernel(int steps, int n) {
#pragma scop
  for (int t = 0; t < steps; t++) {
    const double *now = u[t % 2];
    double *next = u[(t + 1) % 2];
    for (int i = 1; i < n - 1; i++)
      next[i] = (now[i - 1] + now[i] + now[i + 1]) / 3;
  }
#pragma endscop
}

static void run(int steps, int n) {
  for (int q = 0; q < 12; q++)
    u[0][q] = u[1][q] = (q * 37 + 11) % 23;
  kernel(steps, n);
  printf("%d %d:", steps, n);
  for (int q = 0; q < 12; q++)
    printf(" %g %g", u[0][q], u[1][q]);
  printf("\n");
}

int main(void) {
  run(0, 0);
  run(1, 1);
  run(2, 2);
  run(1, 12);
  run(2, 12);
  run(5, 11);
  return 0;
}
