// About: whether the loop goes on depends on data: no iteration may come before an earlier one.
// script: reverse(S0.i)
#include <stdio.h>

static void f(int n, const int *a, int *b) {
#pragma scop
  for (int t = 0; t < 2; t++)
    for (int i = 0; i < n; i++) {
      if (a[i] < 0)
        break;
      if (a[i] == 7)
        continue;
      b[i] += a[i] + t;
    }
#pragma endscop
}

int main(void) {
  for (int n = 0; n < 7; n++) {
    int a[8] = {3, 7, 2, 7, -1, 5, 6, 7}, b[8] = {0};
    f(n, a, b);
    for (int i = 0; i < 8; i++)
      printf("%d ", b[i]);
    printf("\n");
  }
  return 0;
}
