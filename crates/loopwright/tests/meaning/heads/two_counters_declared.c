// About: the second counter of a loop is declared in its head and goes the other way.
// script: parallel(S1.i)
// legal
#include <stdio.h>

static int kernel(int n, int *a, int *b) {
  int j = 77;
#pragma scop
  for (int i = 0, j = n - 1; j >= i; ++i, --j)
    b[i] += a[j] * j;
  for (int i = 0; i < n; i++)
    for (int k = i, m = 0; k > 0; k--, m++)
      b[i] += a[m] * k;
#pragma endscop
  return j;
}

int main(void) {
  static const int sizes[] = {0, 1, 2, 3, 7, 10};
  for (int s = 0; s < 6; s++) {
    int a[12] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8}, b[12] = {0};
    printf("%lld:", (long long)kernel(sizes[s], a, b));
    for (int i = 0; i < 12; i++)
      printf(" %d %d", a[i], b[i]);
    printf("\n");
  }
  return 0;
}
