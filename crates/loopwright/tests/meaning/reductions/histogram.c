// About: sums into elements that data select.
// script: parallel(S0.i, reduction)
// legal
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
int h[8]; int x[40];
void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    h[x[i]]++;
#pragma endscop
}
int main(void)
{
  static const int sizes[] = { 0, 1, 2, 3, 37 };
  for (int k = 0; k < 5; k++) {
    for (int i = 0; i < 8; i++) h[i] = i; for (int i = 0; i < 40; i++) x[i] = i * 5 % 8;
    kernel(sizes[k]);
    for (int i = 0; i < 8; i++) printf("%d ", h[i]); printf("\n");
  }
}
