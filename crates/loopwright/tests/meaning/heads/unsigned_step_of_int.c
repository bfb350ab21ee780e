// About: an `int` that an unsigned number is added to is computed without a sign.
#include <stddef.h>
#include <stdio.h>

static long count[32];
static double total;

static void kernel(int n) {
#pragma scop
  for (int i = n; i > -4 && i < 9; i -= 1u)
    count[i & 31] += 1;
  for (int i = n; i < 3 && i > -9; i += 2u)
    count[i & 31] += 2;
#pragma endscop
}

static void run(int n) {
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
  run(8);
  run(-3);
  run(-8);
  run(9);
  return 0;
}
