// script: scale(S0.i, 1000000000)
// script: tile(S1.i, 4)
// Counters of new loops may be larger than those of the source.
#include <stdio.h>

static void f(int n, int *x) {
#pragma scop
  for (int i = 0; i < n; i++)
    x[i] = i;
  for (int i = 2147483640; i < 2147483647; i++)
    x[i - 2147483640] += i - 2147483630;
#pragma endscop
}

int main(void) {
  int x[10];
  f(10, x);
  for (int i = 0; i < 10; i++)
    printf("%d\n", x[i]);
  return 0;
}
