// script: tile(S0.i, 4)
// Counters of new loops may be wider than those of the source, which `sizeof` must not see.
// has: x[i] = 10 * (int)sizeof((int)i) + (int)sizeof((int)(i + 1));
#include <stdio.h>

static void f(int n, int *x) {
#pragma scop
  for (int i = 0; i < n; i++)
    x[i] = 10 * (int)sizeof(i) + (int)sizeof(i + 1);
#pragma endscop
}

int main(void) {
  int x[10];
  f(10, x);
  for (int i = 0; i < 10; i++)
    printf("%d\n", x[i]);
  return 0;
}
