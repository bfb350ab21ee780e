// About: a variable of the region holds what C has, not what one would count.
#include <stddef.h>
#include <stdio.h>

static long count[32];
static double total;

static void kernel(unsigned n) {
#pragma scop
  for (unsigned i = 0; i < n; i++) {
    unsigned k = i - 2;
    if (k < 4)
      count[k] += 1;
    unsigned char b = 250 + i;
    count[b & 31] += 2;
  }
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
  run(5);
  run(9);
  return 0;
}
