// About: a conversion in the bound changes it.
#include <stddef.h>
#include <stdio.h>

static long count[32];
static double total;

static void kernel(int n) {
#pragma scop
  for (int i = 0; i < (unsigned char) n; i++)
    count[i & 31] += 1;
  for (int i = 0; i < (short) (n + 65530); i++)
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
  run(7);
  run(255);
  run(256);
  run(261);
  run(-1);
  run(1000);
  return 0;
}
