// About: `&&` and `||` read their second operand only where the first does not decide, which a copy may know.
// script: peel(S0.i, 1)
// legal
// script: peel(S0.i, -1)
// legal
// script: peel(S1.i, 2)
// legal
// script: unroll(S1.i, 3)
// legal
#include <stdio.h>

static void kernel(int n, int x, const int *a, int *b, int *c) {
#pragma scop
  for (int i = 0; i < n; i++)
    b[i] = (i > 0 && a[i - 1] > 2) || (i + 1 < n && a[i + 1] < 4);
  for (int i = 0; i < n; i++)
    c[i] += i * x > 2 && a[i * x] > 3 ? a[i] + x : i * x == 0 ? a[0] : 7;
#pragma endscop
}

int main(void) {
  const int a[20] = {5, 3, 2, 4, 9, 8, 1, 7, 6, 4, 2, 1, 7, 3, 9, 8};
  for (int n = 0; n <= 6; n++)
    for (int x = 0; x <= 3; x++) {
      int b[7] = {0}, c[7] = {1, 2, 3};
      kernel(n, x, a, b, c);
      for (int i = 0; i < 7; i++)
        printf("%d %d ", b[i], c[i]);
      printf("\n");
    }
  return 0;
}
