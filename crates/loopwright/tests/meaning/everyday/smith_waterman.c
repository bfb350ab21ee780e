// About: the table of an alignment, in one array, each cell from three neighbours.
// script: skew(S0.j, S0.i)
// script: interchange(S3.i, S3.j)
// script: reverse(S3.j)
// illegal
#include <stdio.h>

static int h[10 * 10];
static char s[10], t[10];

static int larger(int a, int b) { return a > b ? a : b; }

static void kernel(int n, int m) {
  const int width = m + 1;
#pragma scop
  for (int i = 1; i <= n; i++)
    for (int j = 1; j <= m; j++) {
      int id = i * width + j;
      int diagonal = h[id - width - 1] + (s[i - 1] == t[j - 1] ? 3 : -3);
      int up = h[id - width] - 2, left = h[id - 1] - 2;
      int best = larger(diagonal, larger(up, left));
      h[id] = best > 0 ? best : 0;
    }
#pragma endscop
}

static void run(int n, int m) {
  for (int q = 0; q < 100; q++)
    h[q] = 0;
  for (int q = 0; q < 10; q++) {
    s[q] = "GGTTGACTAA"[q];
    t[q] = "TGTTACGGGC"[q];
  }
  kernel(n, m);
  printf("%d %d:", n, m);
  for (int q = 0; q < 100; q++)
    printf(" %d", h[q]);
  printf("\n");
}

int main(void) {
  run(0, 0);
  run(1, 1);
  run(2, 2);
  run(4, 7);
  run(9, 9);
  return 0;
}
