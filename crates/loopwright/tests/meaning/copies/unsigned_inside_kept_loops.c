// About: `3 * i` wraps around in a loop inside of a statement that is kept as a whole, for parameters that never execute it.
// script: peel(S0.i, 1)
// script: unroll(S0.i, 2)
#include <stddef.h>
#include <stdio.h>

static void kernel(unsigned n, unsigned m, int *b) {
#pragma scop
  for (size_t i = m; i < n; i += 2)
    for (int j = 1; j < i && m; j += i)
      for (size_t k = 3 * i; k < n; k++)
        b[k] += j + b[i];
#pragma endscop
}

int main(void) {
  for (unsigned n = 0; n <= 12; n++)
    for (unsigned m = 0; m <= 4; m++) {
      int b[12] = {1, 2, 3, 4, 5};
      kernel(n, m, b);
      for (int i = 0; i < 12; i++)
        printf("%d ", b[i]);
      printf("\n");
    }
  int none[1] = {3};
  kernel(4294967295u, 4294967295u, none);
  printf("%d\n", none[0]);
  return 0;
}
