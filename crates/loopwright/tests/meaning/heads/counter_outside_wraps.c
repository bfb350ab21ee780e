// About: the type of a counter that is declared elsewhere is not `int`.
#include <stddef.h>
#include <stdio.h>

static long count[32];
static double total;

static void kernel(signed char n, unsigned long m) {
  unsigned c;
#pragma scop
  for (c = n - 4; m < c; c++)
    count[c & 31] += c + 1;
#pragma endscop
}

static void run(signed char n, unsigned long m) {
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
  run(4, 0);
  run(0, 4294967290ul);
  run(3, 0);
  run(-128, 5);
  return 0;
}
