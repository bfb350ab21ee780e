// About: 4294967295u is a step of -1.
#include <stddef.h>
#include <stdio.h>

static long count[32];
static double total;

static void kernel(unsigned n) {
#pragma scop
  for (unsigned i = n; i > 3; i += 4294967295u)
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
  run(0);
  run(3);
  run(4);
  run(9);
  run(20);
  return 0;
}
