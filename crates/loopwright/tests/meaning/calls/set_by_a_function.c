// About: a function that is called sets a row of its argument to zero.
// script: parallel(S0.i)
// legal
#include <stdio.h>
#include <string.h>

static void clear(int *p, int k) {
  memset(p, 0, sizeof(int) * k);
}

static void kernel(int n, int *a, int *b) {
  static int m[12][12];
#pragma scop
  for (int i = 0; i < n; i++) {
    clear(m[i], n);
    for (int j = 0; j < n; j++)
      m[i][j] += a[j] + i;
  }
  for (int i = 0; i < n; i++)
    b[i] = m[i][n - 1 - i];
#pragma endscop
}

int main(void) {
  static const int sizes[] = {0, 1, 2, 3, 7, 12};
  for (int s = 0; s < 6; s++) {
    int a[12] = {3, 1, -4, 1, 5, -9, 2, 6, 5, 3, 5, 8}, b[12] = {0};
    kernel(sizes[s], a, b);
    for (int i = 0; i < 12; i++)
      printf(" %d %d", a[i], b[i]);
    printf("\n");
  }
  return 0;
}
