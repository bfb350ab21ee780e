// About: an `if` that keeps the smaller number is a minimum, whichever way it compares.
// script: parallel(S0.i, reduction)
// legal
// script: parallel(S1.i, reduction)
// legal
#include <stdio.h>

static int kernel(int n, int *a, int *b) {
  int m = 99, k = -99;
#pragma scop
  for (int i = 0; i < n; i++)
    if (a[i] < m)
      m = a[i];
  for (int i = 0; i < n; i++) {
    if (k <= a[i] * 2) {
      k = a[i] * 2;
    }
  }
  b[0] = m;
#pragma endscop
  return m * 100 + k;
}

int main(void) {
  static const int sizes[] = {0, 1, 2, 3, 7, 12};
  for (int s = 0; s < 6; s++) {
    int a[12] = {3, 1, -4, 1, 5, -9, 2, 6, 5, 3, 5, 8}, b[12] = {0};
    printf("%lld:", (long long)kernel(sizes[s], a, b));
    for (int i = 0; i < 12; i++)
      printf(" %d %d", a[i], b[i]);
    printf("\n");
  }
  return 0;
}
