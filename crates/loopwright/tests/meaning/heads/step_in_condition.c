// About: `i-- > 0` compares before the step, and the body sees the value behind it.
// script: reverse(S0.i)
// legal
// script: tile(S1.i, 2, 3)
// legal
// script: unroll(S2.i, 3)
// legal
#include <stddef.h>
#include <stdio.h>

static void kernel(size_t n, int m, unsigned char w, int *a, int b[][9], int *c) {
#pragma scop
  for (size_t i = n; i-- > 0;)
    a[i] = a[i] * 3 + (int)i;
  for (int i = m; --i >= 0;)
    for (unsigned j = n; j--;)
      b[i][j] += i - (int)j;
  for (unsigned char i = w; i-- != 0;)
    c[i] += i;
#pragma endscop
}

int main(void) {
  for (int n = 0; n < 9; n++)
    for (int m = -1; m < 4; m++) {
      int a[9] = {1, 2, 3}, b[4][9] = {{0}}, c[9] = {0};
      kernel(n, m, n, a, b, c);
      for (int i = 0; i < 9; i++)
        printf("%d %d ", a[i], c[i]);
      for (int i = 0; i < 36; i++)
        printf("%d ", b[i / 9][i % 9]);
      printf("\n");
    }
  return 0;
}
