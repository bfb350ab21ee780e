// About: declared in the body and used in loops and conditions inside of it.
#include <stdio.h>

enum { ROOM = 128 };
static double a[ROOM], b[ROOM];
static int later;

static void kernel(int n, int m) {
#pragma scop
  for (int i = 0; i < n; i++) {
    int row = i * m, half = m / 2;
    const int last = row + m - 1;
    for (int j = 0; j < half; j++) {
      int id = row + j;
      a[id] += b[last - j];
      if (j > 1)
        for (int k = 0; k < j; k++)
          b[row + k] += a[id] * 0.5;
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
