// About: a `short` goes on with its smallest value.
#include <stddef.h>
#include <stdio.h>

static long count[32];
static double total;

static void kernel(int n) {
#pragma scop
  for (short i = n; i > 32764; i++)
    count[i & 31] += 1;
  for (short i = n; i < -32765; i--)
    count[i & 31] += 2;
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
  run(32765);
  run(32767);
  run(32768);
  run(-32768);
  run(-32767);
  run(65536);
  run(98302);
  return 0;
}
