// About: the third clause changes a second variable at the end of every iteration.
#include <stdio.h>

static int kernel(int n, const int *a, int *b) {
  int i, j, k = 0;
#pragma scop
  for (i = 0, j = n; i < n; j--, i++)
    b[i] = a[i] * 10 + j;
  for (int p = 0, q = 1; p < n; p += 2, q *= 3)
    b[p] -= q;
  for (i = 1; i < n; i++, k += 2)
    b[i] += k;
#pragma endscop
  return i * 100 + j * 10 + k;
}

int main(void) {
  const int a[8] = {3, 1, 4, 1, 5, 9, 2, 6};
  for (int n = 0; n < 8; n++) {
    int b[9] = {0};
    printf("%d:", kernel(n, a, b));
    for (int i = 0; i < 9; i++)
      printf(" %d", b[i]);
    printf("\n");
  }
  return 0;
}
