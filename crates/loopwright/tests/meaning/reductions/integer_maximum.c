// About: the largest of some integers.
// script: parallel(S0.i, reduction)
// legal
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
int m; int x[40];
void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    m = x[i] > m ? x[i] : m;
#pragma endscop
}
int main(void)
{
  static const int sizes[] = { 0, 1, 2, 3, 37 };
  for (int k = 0; k < 5; k++) {
    m = -1; for (int i = 0; i < 40; i++) x[i] = i * 37 % 41;
    kernel(sizes[k]);
    printf("%d\n", m);
  }
}
