// About: an unsigned start below zero is the largest number, so the inner loop does not run for `i == 0`.
#include <stddef.h>
#include <stdio.h>

static long count[32];
static double total;

static void kernel(unsigned n) {
#pragma scop
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = i - 1; j <= i + 1; j++)
      count[(i + j) & 31] += 1 + j;
#pragma endscop
}

static void run(unsigned n) {
  for (int q = 0; q < 32; q++)
    count[q] = 0;
  total = 0;
  kernel(n);
  printf("%lld:", (long long) n);
  for (int q = 0; q < 32; q++)
    printf(" %ld", count[q]);
  printf(" %g\n", total);
}

int main(void) {
  run(0);
  run(1);
  run(2);
  run(5);
  run(9);
  return 0;
}
