// About: `continue` on data ends one iteration, whatever loop that becomes part of.
// script: parallel(S0.i)
// legal
// script: reverse(S0.i)
// legal
// script: fuse(S0.i, S1.i)
#include <stdio.h>

static void kernel(int n, int *a, int *b) {
#pragma scop
  for (int i = 0; i < n; i++) {
    if (a[i] == 5)
      continue;
    b[i] = a[i] * 2;
    a[i] = i;
  }
  for (int i = 0; i < n; i++)
    b[i] += 1;
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
