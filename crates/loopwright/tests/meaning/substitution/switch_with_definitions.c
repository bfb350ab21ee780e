// About: a case begins without the definitions of the one before it.
#include <stdio.h>

enum { ROOM = 128 };
static double a[ROOM], b[ROOM];
static int later;

static void kernel(int n, int m) {
  int id = 0;
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      id = i * m + j;
      switch ((int) b[id] % 3) {
      case 0:
        id = j * n + i;
      case 1:
        a[id] += 1;
        break;
      default:
        a[id] += 2;
      }
      b[id] += 1;
    }
#pragma endscop
  later = id;
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
