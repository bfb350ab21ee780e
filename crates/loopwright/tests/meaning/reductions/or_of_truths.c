// About: `||` on a `bool`.
// script: parallel(S0.i, reduction)
// legal
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
bool any; int v[40];
void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    any = any || v[i] > 29;
#pragma endscop
}
int main(void)
{
  static const int sizes[] = { 0, 1, 2, 3, 37 };
  for (int k = 0; k < 5; k++) {
    any = false; for (int i = 0; i < 40; i++) v[i] = i;
    kernel(sizes[k]);
    printf("%d\n", any);
  }
}
