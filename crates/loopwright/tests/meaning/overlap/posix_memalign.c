// About: memory by `posix_memalign` is as new as that of `malloc`.
// script: parallel(S0.i)
// legal
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
void kernel(int n)
{
  double *p, *q;
  if (posix_memalign((void **) &p, 64, 400) || posix_memalign((void **) &q, 64, 400)) return;
  for (int i = 0; i < 40; i++) p[i] = q[i] = i % 7;
#pragma scop
  for (int i = 0; i < n; i++)
    q[i + 1] = p[i] + 1;
#pragma endscop
  for (int i = 0; i < 40; i++) printf("%g ", q[i]);
  printf("\n");
  free(p);
  free(q);
}
int main(void)
{
  kernel(0); kernel(1); kernel(2); kernel(30);
}
