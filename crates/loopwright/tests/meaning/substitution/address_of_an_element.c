// About: `&a[i][0]` is a row, and `&a[i * n]` another.
// script: parallel(S0.i)
// legal
#include <stdio.h>

enum { ROOM = 128 };
static double a[ROOM], b[ROOM];
static int later;
static double c[8][8];

static void kernel(int n, int m) {
#pragma scop
  for (int i = 0; i < n; i++) {
    const double *from = &c[i][0];
    double *to = &a[i * m];
    for (int j = 0; j < m; j++)
      to[j] = from[j] * 2 + to[j];
  }
#pragma endscop
}

static void run(int n, int m) {
  for (int q = 0; q < ROOM; q++) {
    a[q] = (q * 37 + 11) % 23;
    b[q] = (q * 17 + 5) % 19;
  }
  later = -1;
  for (int i = 0; i < 8; i++)
    for (int j = 0; j < 8; j++)
      c[i][j] = i * j;
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
