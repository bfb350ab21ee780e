// About: an array of the region that keeps values from one iteration to the next
// script: parallel(S1.i)
// illegal
#include <stdio.h>

static double a[40][4], b[40];

static void kernel(int n)
{
#pragma scop
  double t[4];
  for (int j = 0; j < 4; j++)
    t[j] = j;
  for (int i = 0; i < n; i++) {
    t[i % 4] = a[i][0] + t[(i + 1) % 4];
    b[i] = t[(i + 2) % 4];
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
