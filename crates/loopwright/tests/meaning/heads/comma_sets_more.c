// About: the first clause sets a variable that is no counter, also where the loop does not run.
// script: reverse(S1.i)
#include <stdio.h>

static int kernel(int n, const int *a, int *b) {
  int i, s = 5, t = 7;
#pragma scop
  for (i = 0, s = 0; i < n; i++)
    s += a[i];
  for (t = n, i = n; i > 2; i--)
    b[i] = t + i;
#pragma endscop
  return s * 1000 + t * 10 + i;
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
