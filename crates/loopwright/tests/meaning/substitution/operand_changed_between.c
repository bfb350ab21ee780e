// About: what the definition was made of has changed since.
#include <stdio.h>

enum { ROOM = 128 };
static double a[ROOM], b[ROOM];
static int later;

static void kernel(int n, int m) {
  int k = 0, id, i2;
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      i2 = i;
      id = i2 * m + j;
      i2++;
      a[id] += b[i2] + 1;
      k = k + 1;
      id = k * 2;
      k = 3;
      b[id & 63] += 1;
    }
#pragma endscop
  later = k + id;
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
  run(1, 1);
  run(2, 2);
  run(3, 5);
  run(5, 3);
  run(7, 7);
  return 0;
}
