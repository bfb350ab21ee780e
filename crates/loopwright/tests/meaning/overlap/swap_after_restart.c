// About: buffers change places, and one of them is set anew on the way.
#include <stdio.h>
double x[40], y[40];
void kernel(int n, int steps)
{
  double *cur = x, *next = y, *t;
  for (int s = 0; s < steps; s++) {
    if (s == 1)
      next = y;
#pragma scop
    for (int i = 1; i < n - 1; i++)
      next[i] = cur[i - 1] + 1;
#pragma endscop
    t = cur;
    cur = next;
    next = t;
  }
}
int main(void)
{
  for (int i = 0; i < 40; i++) x[i] = y[i] = i % 5;
  kernel(0, 3); kernel(1, 3); kernel(3, 3); kernel(40, 3);
  for (int i = 0; i < 40; i++) printf("%g %g ", x[i], y[i]);
  printf("\n");
}
