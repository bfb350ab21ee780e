// About: `*n` as a bound, and in a subscript together with the counter.
// script: reverse(S0.i)
// legal
// script: stripmine(S0.i, 3)
// legal
#include <stdio.h>

static void kernel(const int *n, double *a, const double *b) {
#pragma scop
  for (int i = 0; i < *n; i++)
    a[*n - 1 - i] = b[i] + *n;
#pragma endscop
}

int main(void) {
  for (int n = 0; n < 8; n++) {
    double a[8] = {0}, b[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    kernel(&n, a, b);
    for (int i = 0; i < 8; i++)
      printf("%g ", a[i]);
    printf("\n");
  }
  return 0;
}
