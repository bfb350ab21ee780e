// About: a parameter of one byte is promoted: nothing wraps around.
#include <stddef.h>
#include <stdio.h>

static long count[32];
static double total;

static void kernel(signed char n, unsigned char m) {
#pragma scop
  for (int i = n - m; i < n + m; i++)
    count[i & 31] += 1;
#pragma endscop
}

static void run(signed char n, unsigned char m) {
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
  run(1, 2);
  run(-3, 5);
  run(-128, 3);
  run(127, 4);
  run(0, 255);
  return 0;
}
