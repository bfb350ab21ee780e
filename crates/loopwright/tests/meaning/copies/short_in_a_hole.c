// About: a `short` that is computed from a counter wraps around; which instance a copy is does not depend on that.
// script: scale(S0.i, 2)
// legal
// script: peel(S0.i, 1)
// legal
#include <stdio.h>

static void kernel(long n, int *a) {
#pragma scop
  for (int i = 1u; i > n; i -= 3)
    a[i - n] += i * 4 - (short)i;
#pragma endscop
}

int main(void) {
  static int a[40010];
  for (long n = 2; n >= -8; n--)
    kernel(n, a);
  kernel(-40000, a);
  for (int i = 0; i < 40010; i += i < 20 ? 1 : 997)
    printf("%d ", a[i]);
  printf("\n");
  return 0;
}
