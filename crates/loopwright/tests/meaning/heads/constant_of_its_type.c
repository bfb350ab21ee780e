// About: a constant has been converted to its type, too.
#include <stddef.h>
#include <stdio.h>

static const unsigned char limit = 260;
static const unsigned all = -1;
static long count[32];
static double total;

static void kernel(int n) {
#pragma scop
  for (int i = 0; i < limit && i < n; i++)
    count[i & 31] += 1;
  for (int i = n; i < 4; i++)
    if (i < all)
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
  run(1);
  run(2);
  run(9);
  run(300);
  run(-3);
  return 0;
}
