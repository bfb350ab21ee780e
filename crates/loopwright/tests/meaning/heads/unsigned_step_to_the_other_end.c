// About: an `int` that is computed without a sign wraps around, and the loop ends there.
#include <stddef.h>
#include <stdio.h>

static long count[32];
static double total;

static void kernel(unsigned n) {
#pragma scop
  for (int i = n; i <= 4; i = i - 1u)
    count[i & 31] += 1;
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
  run(5);
  run(100);
  run(2147483648u);
  run(2147483649u);
  run(2147483650u);
  return 0;
}
