// About: an enumerator that is no `int` has a type of its own, in which comparisons are made.
#include <stdio.h>

enum { LARGE = 0x80000000, SMALL = 3 };

static void kernel(int n, int *a, int *b) {
#pragma scop
  for (int i = -3; i < n; i++)
    if (i < LARGE)
      a[i + 3] = 1;
  for (int i = -3; i < n; i++)
    if (i < SMALL)
      b[i + 3] = 1;
#pragma endscop
}

int main(void) {
  for (int n = -3; n < 6; n++) {
    int a[9] = {0}, b[9] = {0};
    kernel(n, a, b);
    for (int i = 0; i < 9; i++)
      printf("%d %d ", a[i], b[i]);
    printf("\n");
  }
  return 0;
}
