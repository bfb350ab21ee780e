// About: the number of bytes is a product without a sign.
#include <stdio.h>
#include <stddef.h>
#include <string.h>

static void kernel(size_t n, int *a, int *b) {
  static int m[12];
#pragma scop
  memset(m, 0, n * sizeof(*m));
  for (size_t i = 0; i < n; i++)
    m[i] += a[i];
  memcpy(b, m, sizeof(int) * n);
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
