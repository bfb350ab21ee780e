// About: which of two bounds ends a loop depends on parameters: every iteration that there is writes `t`.
// script: parallel(S0.j)
// legal
// script: vectorize(S0.j)
// legal
#include <stdio.h>

static int kernel(int n, int m, int (*a)[8]) {
  int t = 3;
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m && j < i; j++) {
      a[i][j] += 1;
      t = i * 100 + j;
    }
#pragma endscop
  return t;
}

int main(void) {
  for (int n = 0; n <= 6; n++)
    for (int m = -1; m <= 6; m++) {
      int a[8][8] = {{0}};
      int t = kernel(n, m, a);
      for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j++)
          printf("%d ", a[i][j]);
      printf("%d\n", t);
    }
  int a[8][8] = {{0}};
  printf("%d\n", kernel(2, 2147483647, a));
  return 0;
}
