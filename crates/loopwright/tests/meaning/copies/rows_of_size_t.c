// About: a copy for `i` = 0 shows how far `0 * m + j` may go, `i * m + j` does not: what no memory has room for is undefined in both.
// script: peel(S0.i, 1)
// legal
// script: peel(S0.i, 2)
// legal
// script: unroll(S0.i, 3)
// legal
#include <stddef.h>
#include <stdio.h>

static void kernel(size_t n, size_t m, int *a) {
#pragma scop
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < m; j++)
      a[i * m + j] += i + 2 * j;
#pragma endscop
}

int main(void) {
  for (size_t n = 0; n <= 5; n++)
    for (size_t m = 0; m <= 4; m++) {
      int a[20] = {0};
      kernel(n, m, a);
      for (int i = 0; i < 20; i++)
        printf("%d ", a[i]);
      printf("\n");
    }
  int one[1] = {0};
  kernel(0, 9223372036854775807, one);
  kernel(1, 1, one);
  printf("%d\n", one[0]);
  return 0;
}
