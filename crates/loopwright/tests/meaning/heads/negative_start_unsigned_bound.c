// About: an `int` that is compared with an `unsigned` is converted: -2 is a large number.
#include <stddef.h>
#include <stdio.h>

static long count[32];
static double total;

static void kernel(unsigned n) {
#pragma scop
  for (int i = -2; i < n; i++)
    count[(i + 2) & 31] += 3;
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
  run(7);
  run(4294967294u);
  run(4294967295u);
  return 0;
}
