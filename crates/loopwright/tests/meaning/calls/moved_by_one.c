// About: `memmove` reads all elements before it writes any.
#include <stdio.h>
#include <string.h>

static void kernel(int n, int *a, int *b) {
#pragma scop
  for (int t = 0; t < n; t++) {
    b[t] = a[0];
    memmove(&a[0], &a[1], 11 * sizeof(int));
    a[11] = t;
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
