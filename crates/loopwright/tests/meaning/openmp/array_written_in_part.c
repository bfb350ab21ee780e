// About: iterations write a part of an array and read what others have written
// script: parallel(S2.i)
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
    if (a[i][0] > 4)
      t[1] = a[i][2];
    b[i] = t[1] + t[2];
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
