// About: `memset` and `memcpy` write the elements that so many bytes are, and nothing else.
// script: parallel(S0.i)
// legal
#include <stdio.h>
#include <string.h>

static void kernel(int n, int *a, int *b) {
  static int m[12][12], r[12];
#pragma scop
  for (int i = 0; i < n; i++)
    memset(m[i], 0, n * sizeof(int));
  for (int i = 1; i < n; i++) {
    for (int j = 0; j < i; j++)
      m[i][j] += a[j];
    memcpy(r, m[i], (n - 1) * sizeof *r);
    memcpy(&m[i - 1][1], &r[0], sizeof(int));
    b[i] = r[i - 1] + m[i - 1][1];
  }
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
