// About: an array whose size is the counter of the loop around, and one whose size is a variable of the region
// script: reverse(S0.i)
// legal
// script: parallel(S0.i)
#include <stdio.h>

static int b[64];

static void kernel(int n, int m)
{
#pragma scop
  m = 3 * n;
  for (int i = 1; i < n; i++) {
    int t[i];
    for (int j = 0; j < i; j++)
      t[j] = j * i;
    b[i] += t[i - 1] - t[i / 2];
  }
  int u[m + 1];
  u[m] = n;
  b[0] += u[m];
#pragma endscop
}

int main(void)
{
  const int sizes[] = {0, 1, 2, 3, 60};
  for (int k = 0; k < 5; k++) {
    kernel(sizes[k], -7);
    for (int i = 0; i < 64; i++)
      printf(" %d", b[i]);
    puts("");
  }
  return 0;
}
