// About: the second counter has no sign, begins below zero and ends there.
#include <stdio.h>

static unsigned kernel(unsigned n, int *a, int *b) {
  unsigned i, j, k;
#pragma scop
  for (i = 0, j = n - 1; i < n; i++, j--)
    b[i] = a[j] + (j > 5u);
  for (i = 0, k = -2; i < n; i++, k++)
    a[i] += k > 3u;
#pragma endscop
  return i + j * 3 + k * 5;
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
