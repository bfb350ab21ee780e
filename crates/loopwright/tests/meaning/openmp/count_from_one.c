// About: OpenMP computes the number of iterations in the type of the counter, also where there are none.
// script: parallel(S0.i)
// legal
// script: shift(S0.i, 1); parallel(S0.i)
// legal
// script: shift(S0.i, 7); vectorize(S0.i, 4)
// script: reverse(S0.i); parallel(S0.i)
#include <limits.h>
#include <stdio.h>
int b[60];
static void kernel(int n) {
#pragma scop
  for (int i = 1; i < n; i++)
    b[i] = b[i] + i;
#pragma endscop
  printf("%d:", n);
  for (int i = 0; i < 60; i++)
    printf(" %d", b[i]);
  printf("\n");
}
int main(void) {
  int sizes[] = {0, 1, 2, 3, 20, 60, -1, INT_MIN, INT_MIN + 1, INT_MIN + 2};
  for (int k = 0; k < 10; k++)
    kernel(sizes[k]);
  return 0;
}
