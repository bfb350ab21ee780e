// About: a cell that is read where a condition on the counter holds has no subscript elsewhere
// script: pack(y, S0.i)
// legal
// script: pad(y, 2)
// legal
// script: stripmine(S0.i, 3); pack(y, S0.i)
// legal
#include <stdio.h>
#include <stdlib.h>

static void kernel(int n, double *restrict x, double *restrict y)
{
#pragma scop
  for (int i = 0; i < n; i++)
    S0: x[i] = (i < n - 1) ? y[i + 1] : 0;
#pragma endscop
}

int main(void)
{
  for (int n = 0; n < 9; n++) {
    double *x = malloc((n + 1) * sizeof *x), *y = malloc((n + 1) * sizeof *y);
    for (int i = 0; i < n; i++)
      y[i] = i + .5;
    kernel(n, x, y);
    for (int i = 0; i < n; i++)
      printf("%g ", x[i]);
    printf("\n");
    free(x);
    free(y);
  }
  return 0;
}
