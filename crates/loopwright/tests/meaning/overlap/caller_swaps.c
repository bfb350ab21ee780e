// About: a function calls itself with its arguments exchanged.
#include <stdio.h>
double x[40], y[40];
static void kernel(int n, int steps, double *cur, double *next)
{
  if (steps == 0) return;
#pragma scop
  for (int i = 1; i < n - 1; i++)
    next[i] = cur[i - 1] + 1;
#pragma endscop
  kernel(n, steps - 1, next, cur);
}
int main(void)
{
  for (int i = 0; i < 40; i++) x[i] = y[i] = i % 5;
  kernel(0, 3, x, y); kernel(1, 3, x, y); kernel(3, 3, x, y); kernel(40, 3, x, y);
  for (int i = 0; i < 40; i++) printf("%g %g ", x[i], y[i]);
  printf("\n");
}
