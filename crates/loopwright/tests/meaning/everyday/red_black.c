// About: every second cell of each row in place, with the first one given by row and colour.
// script: parallel(S0.i)
// script: parallel(S0.j)
// legal
// script: parallel(S0.color)
// illegal
#include <stdio.h>

static double u[10 * 10];

static void kernel(int n) {
#pragma scop
  for (int color = 0; color < 2; color++)
    for (int i = 1; i < n - 1; i++) {
      int first = 1 + (i + color) % 2;
      for (int j = first; j < n - 1; j += 2) {
        double *c = u + i * n + j;
        c[0] = (c[-1] + c[1] + c[-n] + c[n]) / 4;
      }
    }
#pragma endscop
}

static void run(int n) {
  for (int q = 0; q < 100; q++)
    u[q] = (q * 37 + 11) % 23;
  kernel(n);
  printf("%d:", n);
  for (int q = 0; q < 100; q++)
    printf(" %g", u[q]);
  printf("\n");
}

int main(void) {
  run(0);
  run(1);
  run(2);
  run(3);
  run(4);
  run(9);
  run(10);
  return 0;
}
