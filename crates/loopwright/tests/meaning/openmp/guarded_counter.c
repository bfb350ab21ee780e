// About: a loop that is entered only if it runs can count in `int`; what its body computes from the counter is then an `int`, too.
// script: tile(S0, 2, 2); parallel(S0.it)
// script: parallel(S0.i)
// script: tile(S0, 2, 2)
#include <limits.h>
#include <stdio.h>

static int kernel(int n, int m, int (*a)[8]) {
  int j = -7;
#pragma scop
  for (int i = 0; i < n; i++)
    for (j = i; j < m; j += 3)
      a[i][j]++;
#pragma endscop
  return j;
}

int main(void) {
  for (int n = 0; n <= 6; n++)
    for (int m = -1; m <= 6; m++) {
      int a[8][8] = {{0}};
      int j = kernel(n, m, a);
      for (int i = 0; i < 8; i++)
        for (int k = 0; k < 8; k++)
          printf("%d ", a[i][k]);
      printf("%d\n", j);
    }
  printf("%d\n", kernel(9, INT_MIN, NULL));
  printf("%d\n", kernel(INT_MIN, INT_MAX, NULL));
  return 0;
}
