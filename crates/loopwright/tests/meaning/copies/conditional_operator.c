// About: in the copy for `i = 0` the condition is false and nothing is read; in the others it is true.
// script: peel(S0.i, 1)
// legal
// script: peel(S0.i, -1)
// legal
// script: unroll(S0.i, 3)
// legal
#include <stdio.h>

static void kernel(int n, int *a) {
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = i > 0 ? a[i - 1] + 2 : 1;
#pragma endscop
}

int main(void) {
  for (int n = 0; n <= 7; n++) {
    int a[9] = {5, 3, 2, 4, 9, 8, 1, 7, 6};
    kernel(n, a);
    for (int i = 0; i < 9; i++)
      printf("%d ", a[i]);
    printf("\n");
  }
  return 0;
}
