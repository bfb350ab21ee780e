// About: a function with a region of its own is called in another region.
// script: reverse(S0.i)
#include <stdio.h>
int a[20][20], b[20];
static void row(int *p, int n)
{
#pragma scop
  for (int j = 1; j < n; j++)
    p[j] = p[j - 1] + j;
#pragma endscop
}
void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++) {
    row(a[i], n);
    b[i] = a[i][n - 1];
  }
#pragma endscop
}
int main(void)
{
  kernel(0); kernel(1); kernel(2); kernel(20);
  for (int i = 0; i < 20; i++) printf("%d %d ", a[i][i], b[i]);
  printf("\n");
}
