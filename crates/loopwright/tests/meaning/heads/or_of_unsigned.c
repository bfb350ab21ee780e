// About: one of two conditions holds for numbers below zero.
#include <stddef.h>
#include <stdio.h>

static long count[32];
static double total;

static void kernel(unsigned n, unsigned m) {
#pragma scop
  for (unsigned i = n; i - 2 < m || i == 0; i++)
    count[i & 31] += 1;
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
  run(0, 3);
  run(1, 3);
  run(2, 3);
  run(5, 4);
  run(3, 0);
  return 0;
}
