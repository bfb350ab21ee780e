// About: a matrix of small rows is a large array, and every thread would have a copy of all of it.
// script: parallel(S0.k, reduction)
// legal
#include <stdio.h>
static double sum[1500][1000], v[40];
static void add(int n, int m)
{
#pragma scop
  for (int k = 0; k < n; k++)
    for (int i = 0; i < m; i++)
      sum[i][i] += v[k] + i;
#pragma endscop
}
int main(void)
{
  static const int sizes[] = { 0, 1, 2, 40 };
  for (int k = 0; k < 40; k++)
    v[k] = (k * 17 % 40) - 25;
  for (int k = 0; k < 4; k++) {
    add(sizes[k], 1000);
    double all = 0;
    for (int i = 0; i < 1000; i++)
      all += sum[i][i];
    printf("%g\n", all);
  }
}
