// About: two counters of one loop meet in the middle, and where they are afterwards depends on whether the number is even.
// script: parallel(S0.i)
// legal
#include <stdio.h>

static int kernel(int n, int *a, int *b) {
  int i, j;
#pragma scop
  for (i = 0, j = n - 1; i < j; i++, j--) {
    int t = a[i];
    a[i] = a[j];
    a[j] = t;
  }
  b[0] = i;
  b[1] = j;
#pragma endscop
  return i * 100 + j;
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
