// About: Counting in steps rounds up, which need not fit the type of the counter.
// script: parallel(S0.i)
// legal
// script: tile(S0.i, 3); parallel(S0.i)
// script: reverse(S0.i); parallel(S0.i)
#include <limits.h>
#include <stdio.h>
int b[60];
static void narrow(int from, int to) {
#pragma scop
  for (int i = from; i <= to; i += 2)
    b[i] = b[i] + 5;
#pragma endscop
  printf("%d %d:", from, to);
  for (int i = 0; i < 60; i++)
    printf(" %d", b[i]);
  printf("\n");
}
int main(void) {
  narrow(0, -1);
  narrow(0, 0);
  narrow(3, 59);
  narrow(INT_MAX, INT_MIN);
  narrow(7, INT_MIN);
  return 0;
}
