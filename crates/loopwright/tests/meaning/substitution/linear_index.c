// About: an index that is computed by hand and named is the index.
// script: parallel(S0.j)
// legal
// script: interchange(S0.j, S0.i)
// legal
#include <stdio.h>

enum { ROOM = 128 };
static double a[ROOM], b[ROOM];
static int later;

static void kernel(int n, int m) {
#pragma scop
  for (int j = 1; j < n - 1; j++)
    for (int i = 1; i < m - 1; i++) {
      int id = j * m + i;
      a[id] = b[id - 1] + b[id + 1] + b[id - m] + b[id + m];
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
