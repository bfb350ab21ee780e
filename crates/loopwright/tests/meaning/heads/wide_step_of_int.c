// About: an `int` that is computed as a `long` is converted back: the loop ends behind its smallest value.
#include <stddef.h>
#include <stdio.h>

static long count[32];
static double total;

static void kernel(long n) {
#pragma scop
  for (int i = n; i < 10; i -= 3L)
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
  run(10);
  run(11);
  run(2147483648L);
  run(2147483649L);
  run(4294967296L + 100);
  return 0;
}
