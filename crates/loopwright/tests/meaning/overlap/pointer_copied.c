// About: a copy of an allocated pointer leads to the same memory.
#include <stdio.h>
#include <stdlib.h>
void kernel(int n)
{
  double *p = malloc(40 * sizeof *p), *q;
  for (int i = 0; i < 40; i++) p[i] = i % 5;
  q = p;
  q++;
#pragma scop
  for (int i = 0; i < n; i++)
    q[i] = p[i] * 2 + 1;
#pragma endscop
  for (int i = 0; i < 40; i++) printf("%g ", p[i]);
  printf("\n");
  free(p);
}
int main(void)
{
  kernel(0); kernel(1); kernel(2); kernel(20);
}
