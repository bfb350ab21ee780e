// About: What a clause says of an array that is accumulated into is its whole section, whatever declares it.
// script: parallel(S0.i, reduction)
// script: parallel(S1.i, reduction)
// script: parallel(S2.i, reduction)
// script: vectorize(S0.i, 4, reduction)
#include <stdio.h>
int a[40];
static void kernel(int n, int m, int h[m], int (*g)[3], int *p) {
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      h[j] += a[i] * j;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 3; j++)
      g[1][j] += a[i] + j;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      p[j] += a[i];
#pragma endscop
  printf("%d %d:", n, m);
  for (int j = 0; j < m; j++)
    printf(" %d %d", h[j], p[j]);
  for (int j = 0; j < 3; j++)
    printf(" %d", g[1][j]);
  printf("\n");
}
int main(void) {
  int h[5] = {1, 2, 3, 4, 5}, g[2][3] = {{0}}, p[5] = {0};
  for (int i = 0; i < 40; i++)
    a[i] = i % 7;
  kernel(0, 1, h, g, p);
  kernel(1, 1, h, g, p);
  kernel(2, 2, h, g, p);
  kernel(40, 5, h, g, p);
  return 0;
}
