// About: a function with `alloc` in its name hands out memory that others have.
#include <stdio.h>
double pool[64];
static double *pool_alloc(int k) { return pool + k; }
void kernel(int n)
{
  double *p = pool_alloc(0);
  double *q = pool_alloc(1);
#pragma scop
  for (int i = 0; i < n; i++)
    q[i] = p[i] + 1;
#pragma endscop
}
int main(void)
{
  for (int i = 0; i < 64; i++) pool[i] = i % 6;
  kernel(0); kernel(1); kernel(2); kernel(50);
  for (int i = 0; i < 64; i++) printf("%g ", pool[i]);
  printf("\n");
}
