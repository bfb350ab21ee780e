// About: a `static` variable of a function keeps what was allocated once.
#include <stdio.h>
#include <stdlib.h>
static double *get_alloc(void) { static double *keep; if (!keep) keep = calloc(60, sizeof *keep); return keep; }
void kernel(int n)
{
  double *p = get_alloc();
  double *q = get_alloc();
  q = q + 1;
#pragma scop
  for (int i = 0; i < n; i++)
    q[i] = p[i] + 1;
#pragma endscop
}
int main(void)
{
  kernel(0); kernel(1); kernel(2); kernel(30);
  for (int i = 0; i < 60; i++) printf("%g ", get_alloc()[i]);
  printf("\n");
  free(get_alloc());
}
