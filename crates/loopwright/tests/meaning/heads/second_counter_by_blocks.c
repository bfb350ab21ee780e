// About: the counter takes steps of three while the second one takes one, and of two while it takes three.
// script: parallel(S0.i)
// legal
#include <stdio.h>

static int kernel(int n, int *a, int *b) {
  int i, j, k;
#pragma scop
  for (i = 0, j = 0; i < n; i += 3, j++)
    b[j] = a[i];
  for (i = n, k = 0; i > 0; i -= 2, k += 3)
    a[i] += k;
#pragma endscop
  return i * 100 + j * 10 + k;
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
