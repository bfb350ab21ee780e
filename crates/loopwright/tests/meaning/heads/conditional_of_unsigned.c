// About: the result of `?:` has the type that both values are converted to.
#include <stddef.h>
#include <stdio.h>

static long count[32];
static double total;

static void kernel(int n, unsigned m) {
#pragma scop
  for (int i = 0; i < 5; i++)
    if ((i > 2 ? n : m) > 6)
      count[i] += 1;
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
  run(-1, 3);
  run(7, 9);
  run(-5, 7);
  run(2147483647, 4294967295u);
  return 0;
}
