// About: an array of the function may be read behind the region: the last iteration leaves its values
// script: parallel(S0.i)
// legal
#include <stdio.h>

static double a[40][4], b[40];

static void kernel(int n)
{
  double t[4] = {1, 2, 3, 4};
#pragma scop
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < 4; j++)
      t[j] = a[i][j];
    b[i] = t[0] + t[3];
  }
#pragma endscop
  b[39] = t[1];
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
