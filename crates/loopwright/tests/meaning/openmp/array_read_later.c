// About: what the last iteration leaves in an array of the region is read behind the loop: lastprivate
// script: parallel(S1.i)
// legal
#include <stdio.h>

static double a[40][4], b[40];

static void kernel(int n)
{
#pragma scop
  double t[4];
  for (int j = 0; j < 4; j++)
    t[j] = -1;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 4; j++)
      t[j] = a[i][j];
  b[0] = t[0] + 2 * t[1] + 3 * t[2] + 4 * t[3];
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
