// Macros of the new text have other names than what the program uses.
// has: for (int i = 0; i < lw_min2(n, m); i++)
#include <stdio.h>

#define lw_max(k) ((k) + 1)
static int lw_min(int a, int b) { return a + b; }

static void f(int n, int m, int *x) {
#pragma scop
  for (int i = 0; i < n; i++)
    if (i < m)
      x[i] = lw_min(i, 2) + lw_max(i);
  for (int i = 0; i < n; i++)
    if (i > m)
      x[i] = lw_max(i);
#pragma endscop
}

int main(void) {
  int x[10] = {0};
  f(10, 7, x);
  for (int i = 0; i < 10; i++)
    printf("%d\n", lw_max(x[i]));
  return 0;
}
