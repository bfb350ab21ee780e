// About: `!(i >= n)` is `i < n`, in the type that both are converted to.
#include <stddef.h>
#include <stdio.h>

static long count[32];
static double total;

static void kernel(unsigned n) {
#pragma scop
  for (int i = -1; !(i >= n); i++)
    count[(i + 1) & 31] += 1;
  for (int i = 0; !(i >= n); i++)
    count[i & 31] += 2;
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
  return 0;
}
