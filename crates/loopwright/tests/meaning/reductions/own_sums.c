// About: each iteration has a sum of its own, so the word `reduction` asks for nothing.
// script: parallel(S0.i, reduction)
// legal
// script: parallel(A.i, reduction)
// legal
#include <stdio.h>
double a[40][40], mx[40];
static void kernel(int n, int m)
{
#pragma scop
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int j = 0; j < m; j++)
      A: s += a[i][j];
    mx[i] = s;
  }
#pragma endscop
}
int main(void)
{
  static const int sizes[] = { 0, 1, 2, 3, 37 };
  for (int i = 0; i < 40; i++)
    for (int j = 0; j < 40; j++) a[i][j] = i * j % 11 - 3;
  for (int k = 0; k < 5; k++) {
    kernel(sizes[k], sizes[(k + 3) % 5]);
    for (int i = 0; i < 40; i++) printf(" %g", mx[i]);
    printf("\n");
  }
}
