// About: The distance of two bounds that fit their type need not fit it.
// script: parallel(S0.i)
// legal
// script: tile(S0.i, 3); parallel(S0.i)
// script: reverse(S0.i); parallel(S0.i)
#include <limits.h>
#include <stdio.h>
int b[60];
static void kernel(long from, long to) {
#pragma scop
  for (long i = from; i < to; i++)
    b[i] = b[i] + 3;
#pragma endscop
  printf("%ld %ld:", from, to);
  for (int i = 0; i < 60; i++)
    printf(" %d", b[i]);
  printf("\n");
}
int main(void) {
  kernel(0, 0);
  kernel(0, 1);
  kernel(2, 60);
  kernel(LONG_MAX, LONG_MIN);
  kernel(5, LONG_MIN);
  kernel(LONG_MAX, 3);
  return 0;
}
