// About: `continue` does not leave out the step of the second counter.
// script: parallel(S0.i)
// legal
#include <stdio.h>

static int kernel(int n, int *a, int *b) {
  int i, j, k;
#pragma scop
  for (i = 0, j = 1, k = n; i < n; j += 2, i++, k -= 3) {
    if (i == 3)
      continue;
    if (i > 5)
      continue;
    b[i] = a[i] * j + k;
  }
#pragma endscop
  return i * 10000 + j * 100 + k;
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
