// About: the counter is declared elsewhere, in another type than its bound.
#include <stddef.h>
#include <stdio.h>

static long count[32];
static double total;

static void kernel(long n) {
  unsigned short c;
#pragma scop
  for (c = n; c < 10; c++)
    count[c & 31] += 1;
#pragma endscop
}

static void run(long n) {
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
  run(9);
  run(10);
  run(65535);
  run(65536);
  run(65540);
  run(-1);
  run(-65530);
  run(4294967296L);
  return 0;
}
