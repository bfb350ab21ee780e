// About: an index without a sign wraps around where a product is too large.
// script: parallel(S0.i)
// illegal
#include <stdio.h>

enum { ROOM = 128 };
static double a[ROOM], b[ROOM];
static int later;

static void kernel(int n, int m, unsigned big) {
#pragma scop
  for (unsigned i = 0; i < 4; i += 2)
    for (unsigned j = 0; j < 4; j++) {
      unsigned id = i * big + j;
      a[id] = a[id] * 2 + i + j;
    }
#pragma endscop
}

static void run(int n, int m) {
  for (int q = 0; q < ROOM; q++) {
    a[q] = (q * 37 + 11) % 23;
    b[q] = (q * 17 + 5) % 19;
  }
  later = -1;
  kernel(n, m, 0x80000000u);
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
