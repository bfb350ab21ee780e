// `min` and `MAX` are not what their names say; `imin` is.
// has: for (int i = 0; i < imin(n, m); i++)
#include <stdio.h>

#define MAX(k) ((k) + 1)
static int min(int a, int b) { return a - b; }
static int imin(int a, int b) {
  if (a < b)
    return a;
  return b;
}

static void f(int n, int m, int *x) {
#pragma scop
  for (int i = 0; i < n; i++)
    if (i < m)
      x[i] = min(i, 2) + MAX(i) + imin(i, 3);
#pragma endscop
}

int main(void) {
  int x[10] = {0};
  f(10, 7, x);
  for (int i = 0; i < 10; i++)
    printf("%d\n", x[i]);
  return 0;
}
