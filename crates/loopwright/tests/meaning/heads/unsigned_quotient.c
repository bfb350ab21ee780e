// About: the quotient of an unsigned number is never below zero.
#include <stddef.h>
#include <stdio.h>

static long count[32];
static double total;

static void kernel(int n, unsigned m) {
#pragma scop
  for (int i = n; i < 4; i++)
    count[((i - m) / 2) & 31] += 1;
  for (int i = 0; i < 4; i++)
    if ((i - m) / 1073741824u == 3)
      count[i] += 9;
#pragma endscop
}

static void run(int n, unsigned m) {
  for (int q = 0; q < 32; q++)
    count[q] = 0;
  total = 0;
  kernel(n, m);
  printf("%lld %lld:", (long long) n, (long long) m);
  for (int q = 0; q < 32; q++)
    printf(" %ld", count[q]);
  printf(" %g\n", total);
}

int main(void) {
  run(0, 0);
  run(-3, 1);
  run(-2, 2);
  run(3, 5);
  run(4, 0);
  run(-4, 4294967295u);
  return 0;
}
