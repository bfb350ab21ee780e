// About: three buffers change places in a ring.
#include <stdio.h>
#include <stdlib.h>
void kernel(int n, int steps)
{
  double *a = calloc(40, 8), *b = calloc(40, 8), *c = calloc(40, 8), *t;
  for (int i = 0; i < 40; i++) a[i] = i, b[i] = 2 * i;
  for (int s = 0; s < steps; s++) {
#pragma scop
    for (int i = 1; i < n - 1; i++)
      c[i] = a[i - 1] + b[i + 1];
#pragma endscop
    t = a;
    a = b;
    b = c;
    c = t;
  }
  for (int i = 0; i < 40; i++) printf("%g ", b[i]);
  printf("\n");
  free(a); free(b); free(c);
}
int main(void)
{
  kernel(0, 3); kernel(1, 3); kernel(3, 3); kernel(40, 7);
}
