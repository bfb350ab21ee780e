// About: two pointers to rows of one array lead to the same row.
// script: parallel(S0.i)
// illegal
// script: reverse(S0.i)
// illegal
// script: parallel(S0.j)
// legal
#include <stdio.h>

enum { ROOM = 128 };
static double a[ROOM], b[ROOM];
static int later;

static void kernel(int n, int m) {
#pragma scop
  for (int i = 1; i < n; i++) {
    double *here = a + i * m;
    const double *above = a + (i - 1) * m;
    for (int j = 0; j < m; j++)
      here[j] = above[j] + 1;
  }
#pragma endscop
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
