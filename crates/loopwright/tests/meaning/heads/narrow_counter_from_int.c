// About: the start is cut to eight bits.
#include <stddef.h>
#include <stdio.h>

static long count[32];
static double total;

static void kernel(int n) {
#pragma scop
  for (unsigned char i = n; i < 10; i++)
    count[i] += 1;
#pragma endscop
}

static void run(int n) {
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
  run(255);
  run(256);
  run(259);
  run(-1);
  run(-250);
  run(2147483647);
  run(-2147483647);
  return 0;
}
