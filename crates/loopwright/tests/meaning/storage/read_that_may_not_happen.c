// About: a cell that is only read under a condition on data may not exist: it cannot be copied
// script: pack(y, S0.i)
// script: pad(y, 1)
// script: stripmine(S0.i, 3); pack(y, S0.i)
#include <stdio.h>
#include <stdlib.h>

static void kernel(int n, double *restrict x, double *restrict y, int *restrict flag)
{
#pragma scop
  for (int i = 0; i < n; i++)
    S0: x[i] = flag[i] ? y[i + 1] : 0;
#pragma endscop
}

int main(void)
{
  for (int n = 0; n < 6; n++) {
    double *x = malloc((n + 1) * sizeof *x), *y = malloc(n * sizeof *y);
    int *flag = malloc((n + 1) * sizeof *flag);
    for (int i = 0; i < n; i++) {
      y[i] = i;
      flag[i] = i < n - 1;
    }
    kernel(n, x, y, flag);
    for (int i = 0; i < n; i++)
      printf("%g ", x[i]);
    printf("\n");
    free(x);
    free(y);
    free(flag);
  }
  return 0;
}
