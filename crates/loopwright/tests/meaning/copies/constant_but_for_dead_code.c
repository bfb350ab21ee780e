// About: only a loop that never runs changes `s`: the new text is without it, and `s` is a constant there.
// script: peel(S0.i, 1)
// legal
// script: tile(S0.i, 2)
// legal
// script: unroll(S0.i, 3)
// legal
#include <stdio.h>

static int kernel(long n, long m, int *restrict b) {
  int s = 4;
#pragma scop
  for (int i = 2; i < n; i++) {
    b[i * i % 7] -= s + -(-i * m);
    if (i >= n)
      for (int j = 0; j < n; j += 3)
        s += 1;
  }
#pragma endscop
  return s;
}

int main(void) {
  for (int n = 0; n <= 9; n++)
    for (int m = -1; m <= 2; m++) {
      int b[7] = {1, 2, 3};
      int s = kernel(n, m, b);
      for (int i = 0; i < 7; i++)
        printf("%d ", b[i]);
      printf("%d\n", s);
    }
  return 0;
}
