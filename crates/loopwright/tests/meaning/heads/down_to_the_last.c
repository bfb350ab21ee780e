// About: `i < n` ends a loop that counts down, because -1 is large.
#include <stddef.h>
#include <stdio.h>

static long count[32];
static double total;

static void kernel(size_t n) {
#pragma scop
  for (size_t i = n - 1; i < n; i--)
    count[i & 31] += i + 1;
#pragma endscop
}

static void run(size_t n) {
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
