// About: a function that allocates only when it is called first returns the same memory later.
#include <stdio.h>
#include <stdlib.h>
static double *cache;
static double *get(void) { if (!cache) cache = calloc(60, sizeof *cache); return cache; }
void kernel(int n)
{
  double *p = get();
  double *q = get() + 1;
#pragma scop
  for (int i = 0; i < n; i++)
    q[i] = p[i] + 1;
#pragma endscop
}
int main(void)
{
  kernel(0); kernel(1); kernel(2); kernel(30);
  for (int i = 0; i < 60; i++) printf("%g ", get()[i]);
  printf("\n");
  free(cache);
}
