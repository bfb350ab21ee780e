// About: twice a large number is a small one.
#include <stddef.h>
#include <stdio.h>

static long count[32];
static double total;

static void kernel(unsigned n) {
#pragma scop
  for (unsigned i = 0; i < 2 * n && i < 8; i++)
    count[i] += 1;
  for (unsigned i = 0; i < n + 5 && i < 8; i++)
    count[i] += 2;
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
  run(3);
  run(2147483647u);
  run(2147483648u);
  run(2147483649u);
  run(4294967291u);
  run(4294967295u);
  return 0;
}
