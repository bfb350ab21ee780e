// About: a value of the region is converted to a signed type.
#include <stddef.h>
#include <stdio.h>

static long count[32];
static double total;

static void kernel(unsigned long m) {
#pragma scop
  for (int i = 0; i < 3; i++) {
    ptrdiff_t k = m;
    count[i] += k / 3;
  }
#pragma endscop
}

static void run(unsigned long m) {
  for (int q = 0; q < 32; q++)
    count[q] = 0;
  total = 0;
  kernel(m);
  printf("%lld:", (long long) m);
  for (int q = 0; q < 32; q++)
    printf(" %ld", count[q]);
  printf(" %g\n", total);
}

int main(void) {
  run(0);
  run(1);
  run(7);
  run(9223372036854775807ul / 4);
  return 0;
}
