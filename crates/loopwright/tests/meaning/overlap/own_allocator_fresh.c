// About: an allocator whose body shows that it hands out new memory is as good as `malloc`.
// script: parallel(S0.i)
// legal
#include <stdio.h>
#include <stdlib.h>
static double *vector(int n)
{
  double *v = malloc(n * sizeof *v);
  if (!v) exit(1);
  for (int i = 0; i < n; i++) v[i] = i % 9;
  return v;
}
void kernel(int n)
{
  double *p = vector(50);
  double *q = vector(51);
#pragma scop
  for (int i = 0; i < n; i++)
    q[i + 1] = p[i] + 1;
#pragma endscop
  for (int i = 0; i < 51; i++) printf("%g ", q[i]);
  printf("\n");
  free(p);
  free(q);
}
int main(void)
{
  kernel(0); kernel(1); kernel(2); kernel(50);
}
