// About: A loop that runs zero times leaves a scalar that it would write alone; `lastprivate` does not.
// script: parallel(S0.i)
// legal
// script: vectorize(S0.i, 4)
// legal
// script: unroll(S0.i, 3); parallel(S0.i)
// script: tile(S0.i, 4); parallel(S0.i)
#include <stdio.h>
int a[50], b[50];
static void kernel(int n) {
  int t = 9;
#pragma scop
  for (int i = 0; i < n; i++) {
    t = a[i];
    b[i] = t;
  }
#pragma endscop
  printf("%d %d:", n, t);
  for (int i = 0; i < 50; i++)
    printf(" %d", b[i]);
  printf("\n");
}
int main(void) {
  for (int i = 0; i < 50; i++)
    a[i] = i * 7 % 11;
  int sizes[] = {0, 1, 2, 3, 4, 5, 8, 40, 41, -1, -2147483647 - 1};
  for (int k = 0; k < 11; k++)
    kernel(sizes[k]);
  return 0;
}
