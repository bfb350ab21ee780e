// About: what depends on `i * x` is opaque in the loop and decided in a copy, overflow included.
// script: peel(S0.i, 1)
// legal
// script: peel(S0.i, 2)
// legal
// script: peel(S1.i, 2)
// legal
// script: unroll(S0.i, 2)
// legal
#include <limits.h>
#include <stdio.h>

static void kernel(int n, int m, int x, int *a, int *b) {
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = i * x > 0 ? m + 1 : i;
  for (int i = 0; i < n; i++)
    if (i * x > 3)
      b[i] += m + 1;
    else
      b[i * x]++;
#pragma endscop
}

int main(void) {
  for (int n = 0; n <= 5; n++)
    for (int x = 0; x <= 4; x++) {
      int a[9] = {5, 3, 2, 4, 9, 8, 1, 7, 6}, b[9] = {5, 3};
      kernel(n, 3, x, a, b);
      for (int i = 0; i < 9; i++)
        printf("%d %d ", a[i], b[i]);
      printf("\n");
    }
  int a[2] = {4, 4}, b[2] = {5, 5};
  kernel(2, INT_MAX, 0, a, b);
  printf("%d %d %d %d\n", a[0], a[1], b[0], b[1]);
  return 0;
}
