// About: The iterations of an unsigned counter, from a bound that may lie above the end.
// script: parallel(S0.i)
// script: shift(S0.i, 3); parallel(S0.i)
#include <limits.h>
#include <stdio.h>
int b[60];
static void kernel(unsigned from, unsigned to) {
#pragma scop
  for (unsigned i = from; i < to; i++)
    b[i] = b[i] + 3;
#pragma endscop
  printf("%u %u:", from, to);
  for (int i = 0; i < 60; i++)
    printf(" %d", b[i]);
  printf("\n");
}
int main(void) {
  kernel(0, 0);
  kernel(0, 1);
  kernel(2, 60);
  kernel(UINT_MAX, 0);
  kernel(5, 2);
  kernel(UINT_MAX, UINT_MAX);
  return 0;
}
