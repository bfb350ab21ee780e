// About: a matrix of the body whose size is a parameter
// script: parallel(S0.i)
// legal
#include <assert.h>
#include <stdio.h>

static double a[40][4], b[40];

static void kernel(int n)
{
  int k = n < 4 ? n : 4;
  assert(k <= 4);
#pragma scop
  for (int i = 0; i < n; i++) {
    double t[k][k];
    for (int p = 0; p < k; p++)
      for (int q = 0; q < k; q++)
        t[p][q] = a[i][p] * a[i][q];
    b[i] = 0;
    for (int p = 0; p < k; p++)
      b[i] += t[p][k - 1 - p];
  }
#pragma endscop
}

int main(void)
{
  const int sizes[] = {0, 1, 2, 33};
  for (int k = 0; k < 4; k++) {
    for (int i = 0; i < 40; i++)
      for (int j = 0; j < 4; j++)
        a[i][j] = i * 7 % 13 + j;
    kernel(sizes[k]);
    for (int i = 0; i < 40; i++)
      printf(" %g", b[i]);
    puts("");
  }
  return 0;
}
