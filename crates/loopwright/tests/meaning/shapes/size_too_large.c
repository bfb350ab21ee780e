// About: an array that is declared under a condition may be too large for the stack where that is false
// script: reverse(S0.i)
#include <stdio.h>

static int b[64];

static void kernel(int n, int m)
{
#pragma scop
  if (m < 64)
    for (int i = 0; i < n; i++) {
      int t[m + 1][n];
      t[m][i] = b[i] + 1;
      b[i] = t[m][i] * 2;
    }
  for (int i = 0; i < n; i++)
    b[i] += m % 5;
#pragma endscop
}

int main(void)
{
  const int sizes[][2] = {{0, 0}, {1, 0}, {2, 63}, {64, 2}, {64, 1000000000}, {1, 2147483647}};
  for (int k = 0; k < 6; k++) {
    kernel(sizes[k][0], sizes[k][1]);
    for (int i = 0; i < 64; i++)
      printf(" %d", b[i]);
    puts("");
  }
  return 0;
}
