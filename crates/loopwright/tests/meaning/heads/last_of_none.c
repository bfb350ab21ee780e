// About: `n - 1` is large for `n == 0`.
#include <stddef.h>
#include <stdio.h>

static long count[32];
static double total;

static void kernel(unsigned n) {
#pragma scop
  for (unsigned i = 0; i < 6; i++)
    if (i < n - 1)
      count[i] += 2;
  for (unsigned i = 3; i <= n - 1 && i < 12; i++)
    count[i] += 5;
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
  run(4294967295u);
  return 0;
}
