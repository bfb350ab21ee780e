// About: the size of an array is known only when the program runs, and so is the size of a copy of it.
// script: parallel(S0.i, reduction)
// legal
#include <stdio.h>
#include <stdlib.h>
static void count(int n, int m, long h[m], const int x[n])
{
#pragma scop
  for (int i = 0; i < n; i++)
    h[x[i]] += i;
#pragma endscop
}
int main(void)
{
  static const int sizes[] = { 1, 2, 100, 3000000 };
  static int x[500];
  for (int k = 0; k < 4; k++) {
    int m = sizes[k];
    long *h = calloc(m, sizeof *h), sum = 0;
    for (int i = 0; i < 500; i++)
      x[i] = i * 7919L % m;
    count(500, m, h, x);
    for (int i = 0; i < m; i++)
      sum += i % 1009 * h[i];
    printf("%ld %ld\n", sum, h[0]);
    free(h);
  }
}
