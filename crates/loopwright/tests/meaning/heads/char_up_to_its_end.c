// About: a signed byte goes on with -128, where the condition fails.
#include <stddef.h>
#include <stdio.h>

static long count[32];
static double total;

static void kernel(long n) {
#pragma scop
  for (signed char i = 2; i - n > 2; i++)
    count[i & 31] += 1;
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
  run(-1);
  run(-2);
  run(-130);
  run(0);
  run(100);
  run(5);
  return 0;
}
