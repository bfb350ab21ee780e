// About: a declaration in a block names a function that is defined after the region.
// script: reverse(S0.i)
// illegal
#include <stdio.h>
int a[30];
void kernel(int n)
{
  extern void put(int *, int);
#pragma scop
  for (int i = 1; i < n; i++)
    put(&a[i], i);
#pragma endscop
}
void put(int *p, int i) { p[0] = p[-1] + i; }
int main(void)
{
  kernel(0); kernel(1); kernel(2); kernel(30);
  for (int i = 0; i < 30; i++) printf("%d ", a[i]);
  printf("\n");
}
