// About: `m >= m` says nothing, so that the new text is without `m`; its type still bounds it where `3 * i` is asked whether it fits.
// script: peel(S0.i, 2)
// legal
// script: unroll(S0.i, 3)
// legal
#include <stdio.h>

static void kernel(int n, int m, int *restrict c) {
#pragma scop
  for (int i = 0; i < n; i++)
    if (i && m >= m)
      c[i] += (i * 3 % 4) ? i * m + i + 2 : c[i];
#pragma endscop
}

int main(void) {
  for (int n = 0; n <= 9; n++)
    for (int m = -2; m <= 2; m++) {
      int c[9] = {5, 4, 3, 2, 1};
      kernel(n, m, c);
      for (int i = 0; i < 9; i++)
        printf("%d ", c[i]);
      printf("\n");
    }
  int one[1] = {7};
  kernel(1, 2147483647, one);
  kernel(-2147483647 - 1, -2147483647 - 1, one);
  printf("%d\n", one[0]);
  return 0;
}
