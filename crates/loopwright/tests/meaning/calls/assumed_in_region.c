// About: an assumption in the region holds for all of it.
// script: reverse(S1.i)
// legal
#include <stdio.h>
static void __pencil_assume(int x) { (void) x; }
int a[60];
void kernel(int n, int m)
{
#pragma scop
  __pencil_assume(m >= n);
  for (int i = 0; i < n; i++)
    a[i] = a[i + m] + 1;
#pragma endscop
}
int main(void)
{
  kernel(0, 0); kernel(1, 1); kernel(2, 3); kernel(30, 30);
  for (int i = 0; i < 60; i++) printf("%d ", a[i]);
  printf("\n");
}
