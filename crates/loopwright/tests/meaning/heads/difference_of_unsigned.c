// About: `n - m` has no sign: with `n < m` it is large, and the other condition ends the loop.
#include <stddef.h>
#include <stdio.h>

static long count[32];
static double total;

static void kernel(unsigned n, unsigned m) {
#pragma scop
  for (unsigned i = 0; i < n - m && i < 9; i++)
    count[i] += i + 1;
#pragma endscop
}

static void run(unsigned n, unsigned m) {
  for (int q = 0; q < 32; q++)
    count[q] = 0;
  total = 0;
  kernel(n, m);
  printf("%lld %lld:", (long long) n, (long long) m);
  for (int q = 0; q < 32; q++)
    printf(" %ld", count[q]);
  printf(" %g\n", total);
}

int main(void) {
  run(0, 0);
  run(1, 0);
  run(2, 5);
  run(5, 2);
  run(0, 4294967295u);
  run(7, 8);
  return 0;
}
