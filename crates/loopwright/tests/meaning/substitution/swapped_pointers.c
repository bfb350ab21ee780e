// About: two buffers change places after every step.
#include <stdio.h>

enum { ROOM = 128 };
static double a[ROOM], b[ROOM];
static int later;

static void kernel(int n, int m) {
  double *now = a, *next = b;
  for (int t = 0; t < m; t++) {
#pragma scop
    for (int i = 1; i < n * 4; i++) {
      const double *p = now + i;
      next[i] = p[-1] + p[0] + p[1];
    }
#pragma endscop
    double *other = now;
    now = next;
    next = other;
  }
}

static void run(int n, int m) {
  for (int q = 0; q < ROOM; q++) {
    a[q] = (q * 37 + 11) % 23;
    b[q] = (q * 17 + 5) % 19;
  }
  later = -1;
  kernel(n, m);
  printf("%d %d:", n, m);
  for (int q = 0; q < ROOM; q++)
    printf(" %g %g", a[q], b[q]);
  printf(" %d\n", later);
}

int main(void) {
  run(0, 0);
  run(1, 1);
  run(2, 2);
  run(3, 5);
  run(5, 3);
  run(7, 7);
  return 0;
}
