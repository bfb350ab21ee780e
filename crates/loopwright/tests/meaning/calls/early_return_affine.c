// About: a function that returns early for some arguments writes for all others.
// script: parallel(S0.i)
// legal
#include <stdio.h>
int a[30];
static void set(int i, int m) { if (i >= m) return; a[i] = 2 * i; }
void kernel(int n, int m)
{
#pragma scop
  for (int i = 0; i < n; i++)
    set(i, m);
#pragma endscop
}
int main(void)
{
  kernel(0, 0); kernel(1, 3); kernel(2, 1); kernel(30, 17);
  for (int i = 0; i < 30; i++) printf("%d ", a[i]);
  printf("\n");
}
