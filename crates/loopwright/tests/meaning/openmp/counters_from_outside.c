// About: Counters that are declared before the region are private in a parallel loop.
// script: parallel(S0.i)
// script: parallel(S0.j)
// script: parallel(S1.k)
// script: vectorize(S1.k, 4)
#include <stdio.h>
int b[12][12], c[40];
static void kernel(int n) {
  int i, j, k;
#pragma scop
  for (i = 0; i < n; i++)
    for (j = 0; j < n; j++)
      b[i][j] = i - 2 * j;
  for (k = 0; k < n; k++)
    c[k] = n;
#pragma endscop
  printf("%d:", n);
  for (int x = 0; x < 12; x++)
    for (int y = 0; y < 12; y++)
      printf(" %d", b[x][y]);
  printf(" %d %d\n", c[0], c[11]);
}
int main(void) {
  kernel(0);
  kernel(1);
  kernel(2);
  kernel(12);
  return 0;
}
