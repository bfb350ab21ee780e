// About: an unsigned counter that begins behind its end gets there past the largest number.
#include <stddef.h>
#include <stdio.h>

static long count[32];
static double total;

static void kernel(unsigned n, unsigned m) {
#pragma scop
  for (unsigned i = n; i != m; i++)
    count[i & 31] += 1 + (i & 7);
#pragma endscop
}

static void run(unsigned n, unsigned m) {
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
  run(0, 0);
  run(0, 5);
  run(3, 9);
  run(4294967290u, 4);
  run(4294967295u, 0);
  run(4294967295u, 4294967295u);
  return 0;
}
