// About: nothing is converted to `unsigned` where a `long` is.
#include <stddef.h>
#include <stdio.h>

static long count[32];
static double total;

static void kernel(unsigned n, long m) {
#pragma scop
  for (long i = m; i < n; i++)
    count[i & 31] += 1;
#pragma endscop
}

static void run(unsigned n, long m) {
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
  run(0, -3);
  run(2, -2);
  run(5, 0);
  run(4294967295u, 4294967290L);
  run(0, 4);
  return 0;
}
