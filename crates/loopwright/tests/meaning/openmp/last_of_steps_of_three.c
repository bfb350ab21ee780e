// About: a counter that is read later ends with a multiple of three that C reaches for every `m` that an `int` has, and no other.
// script: parallel(S0.i)
// legal
// script: tile(S0.i, 2); parallel(S0.it)
// script: vectorize(S0.i)
#include <stdio.h>

static int kernel(int n, int m, int *a) {
  int j = -2;
#pragma scop
  for (int i = 0; i < n; i++)
    for (j = 0; j < m; j += 3)
      a[i] += j;
#pragma endscop
  return j;
}

int main(void) {
  for (int n = 0; n <= 5; n++)
    for (int m = -1; m <= 9; m++) {
      int a[5] = {0};
      int j = kernel(n, m, a);
      for (int i = 0; i < 5; i++)
        printf("%d ", a[i]);
      printf("%d\n", j);
    }
  int one[1] = {0};
  printf("%d\n", kernel(1, -2147483647 - 1, one));
  return 0;
}
