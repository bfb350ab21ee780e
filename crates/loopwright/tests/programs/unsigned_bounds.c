// script: reverse(A.i)
// script: tile(B.i, 4, separate)
// script: peel(C.i, -3)
// has: A: for (long i = n - 1L; i >= 0; i--)
#include <stddef.h>
#include <stdio.h>

static void f(unsigned n, size_t m, int *x) {
#pragma scop
A:
  for (unsigned i = 0; i < n; i++)
    x[i] += i;
B:
  for (unsigned i = 0; i < n; i++)
    x[i] *= 2;
C:
  for (size_t i = 1; i <= m; i++)
    x[i] = x[i - 1] + 1;
#pragma endscop
}

int main(void) {
  for (int n = 0; n < 12; n++) {
    int x[20] = {1, 2, 3, 4, 5};
    f(n, n, x);
    for (int i = 0; i < 20; i++)
      printf("%d ", x[i]);
    printf("\n");
  }
  return 0;
}
