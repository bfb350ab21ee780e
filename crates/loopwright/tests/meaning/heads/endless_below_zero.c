// About: an unsigned number is never below zero: the loop does not end.
// refused: LW0206
#include <stddef.h>
#include <stdio.h>

static long count[32];
static double total;

static void kernel(unsigned n) {
#pragma scop
  for (unsigned i = n; i >= 0; i--)
    count[i & 31] += 1;
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
  (void) run;
  puts("it would not end");
  return 0;
}
