// About: an array that is declared in the body of a loop is another one in each iteration
// script: parallel(S0.i)
// legal
// script: tile(S0.i, 8); parallel(S0.i)
#include <stdio.h>

static double a[40][4], b[40];

static void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++) {
    double t[4];
    for (int j = 0; j < 4; j++)
      t[j] = a[i][3 - j] * 2;
    b[i] = t[0] - t[1] + t[2] * t[3];
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
