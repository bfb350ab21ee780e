// About: the counter is read as a number behind its wrap.
#include <stddef.h>
#include <stdio.h>

static long count[32];
static double total;

static void kernel(int n) {
#pragma scop
  for (unsigned char i = n; i != 3; i++)
    total += i * 1.5 + (i - 4) / 2;
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
  run(3);
  run(4);
  run(250);
  run(255);
  run(256);
  run(-2);
  return 0;
}
