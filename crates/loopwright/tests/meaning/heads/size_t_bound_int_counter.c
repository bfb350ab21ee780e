// About: an `int` below zero becomes a large number of 64 bits.
#include <stddef.h>
#include <stdio.h>

static long count[32];
static double total;

static void kernel(size_t n) {
#pragma scop
  for (int i = -1; i < n && i < 6; i++)
    count[(i + 1) & 31] += 1;
#pragma endscop
}

static void run(size_t n) {
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
  run(7);
  run(18446744073709551615ul);
  return 0;
}
