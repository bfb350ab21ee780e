// About: steps of three that miss their end come back with another remainder.
#include <stddef.h>
#include <stdio.h>

static long count[32];
static double total;

static void kernel(unsigned char n) {
#pragma scop
  for (unsigned char i = 0; i != n; i += 3)
    count[i & 31] += 1;
#pragma endscop
}

static void run(unsigned char n) {
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
  run(9);
  run(100);
  run(255);
  return 0;
}
