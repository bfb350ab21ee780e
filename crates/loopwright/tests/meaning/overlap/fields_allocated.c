// About: a structure of arrays whose pointers are all allocated.
// script: parallel(S0.i)
// legal
#include <stdio.h>
#include <stdlib.h>
struct soa { double *x, *v; };
void kernel(int n)
{
  struct soa s;
  s.x = malloc(40 * sizeof(double));
  s.v = malloc(40 * sizeof(double));
  for (int i = 0; i < 40; i++) s.x[i] = i, s.v[i] = i % 3;
#pragma scop
  for (int i = 1; i < n; i++)
    s.x[i] = s.x[i] + s.v[i - 1];
#pragma endscop
  for (int i = 0; i < 40; i++) printf("%g ", s.x[i]);
  printf("\n");
  free(s.x);
  free(s.v);
}
int main(void)
{
  kernel(0); kernel(1); kernel(2); kernel(30);
}
