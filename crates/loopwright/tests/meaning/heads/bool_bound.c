// About: a conversion to `_Bool` asks whether the value is zero.
#include <stddef.h>
#include <stdio.h>

static long count[32];
static double total;

static void kernel(int n) {
#pragma scop
  _Bool b = n;
  for (int i = 0; i < 3; i++)
    if (i < b)
      count[i] += 4;
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
  run(256);
  run(-1);
  return 0;
}
