// About: `i * x` is not affine, but `0 * x` is 0 and `1 * x` is `x`: the copies say more than the loop.
// script: peel(S0.i, 1)
// legal
// script: peel(S0.i, 2)
// legal
// script: peel(S1.i, 2)
// legal
// script: unroll(S1.i, 3)
// legal
// script: peel(S2.i, 3)
// legal
#include <stdio.h>

static void kernel(int n, int x, long w, int *a, int *b, int *c) {
#pragma scop
  for (int i = 0; i < n; i++)
    a[i * x] = i;
  for (int i = 0; i < n; i++)
    b[i] = x * i + 1;
  for (int i = 0; i < n; i++)
    c[i * w] += i * x - 2 + (i * w > 1);
#pragma endscop
}

int main(void) {
  for (int n = 0; n <= 5; n++)
    for (int x = 0; x <= 3; x++) {
      int a[20] = {5, 3, 2, 4, 9, 8, 1, 7, 6}, b[9] = {0}, c[20] = {1, 2, 3};
      kernel(n, x, x, a, b, c);
      for (int i = 0; i < 9; i++)
        printf("%d ", b[i]);
      for (int i = 0; i < 20; i++)
        printf("%d %d ", a[i], c[i]);
      printf("\n");
    }
  int last[2] = {0}, value[2] = {0};
  kernel(1, 2147483647, 4611686018427387904, last, value, last);
  printf("%d %d %d\n", last[0], value[0], value[1]);
  return 0;
}
