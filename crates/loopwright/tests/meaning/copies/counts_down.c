// About: a counter that goes down from a parameter to one has the parameter, as a `long`, in its first copies.
// script: unroll(S0.i, 3)
// legal
// script: peel(S0.i, 1)
// legal
#include <stdio.h>

static unsigned mixed(unsigned x) { return 3 * x + 1; }

static void kernel(unsigned n, unsigned *b, unsigned *c) {
#pragma scop
  for (unsigned i = n; i >= 1; i -= 1) {
    b[i - 1] = i;
    c[i] = mixed(i) + i % 3 + (i & 1);
  }
#pragma endscop
}

int main(void) {
  for (unsigned n = 0; n < 9; n++) {
    unsigned b[10] = {7, 7, 7}, c[10] = {0};
    kernel(n, b, c);
    for (int i = 0; i < 10; i++)
      printf(" %u %u", b[i], c[i]);
    printf("\n");
  }
  return 0;
}
