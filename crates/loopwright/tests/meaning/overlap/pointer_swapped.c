// About: two buffers that change their names after every step are two buffers at any time.
// script: parallel(S0.i)
// legal
#include <stdio.h>
#include <stdlib.h>
void kernel(int n, int steps)
{
  double *cur = malloc(40 * sizeof *cur);
  double *next = malloc(40 * sizeof *next);
  double *t;
  for (int i = 0; i < 40; i++) cur[i] = next[i] = i % 5;
  for (int s = 0; s < steps; s++) {
#pragma scop
    for (int i = 1; i < n - 1; i++)
      next[i] = cur[i - 1] + cur[i + 1];
#pragma endscop
    t = cur;
    cur = next;
    next = t;
  }
  for (int i = 0; i < 40; i++) printf("%g ", cur[i]);
  printf("\n");
  free(cur);
  free(next);
}
int main(void)
{
  kernel(0, 3); kernel(1, 3); kernel(3, 3); kernel(40, 7);
}
