// About: definitions inside and outside of a statement that is kept as a whole.
// script: reverse(S0.i)
// illegal
#include <stdio.h>

enum { ROOM = 128 };
static double a[ROOM], b[ROOM];
static int later;

static void kernel(int n, int m) {
  int outer, inner;
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      outer = i * m + j;
      if (b[outer] > 8) {
        inner = j * n + i;
        long own = (long) i * m + j;
        a[inner] += b[own] + outer;
        double *row = a + i * m;
        row[j] += 1;
      }
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
