// About: what looks like an exchange of two pointers makes them the same.
#include <stdio.h>
#include <stdlib.h>
void kernel(int n, int steps)
{
  double *cur = malloc(40 * sizeof *cur), *keep = cur;
  double *next = malloc(40 * sizeof *next), *keep2 = next;
  for (int i = 0; i < 40; i++) cur[i] = next[i] = i % 5;
  for (int s = 0; s < steps; s++) {
#pragma scop
    for (int i = 1; i < n - 1; i++)
      next[i] = cur[i - 1] + 1;
#pragma endscop
    cur = next;
    next = cur;
  }
  for (int i = 0; i < 40; i++) printf("%g ", cur[i]);
  printf("\n");
  free(keep);
  free(keep2);
}
int main(void)
{
  kernel(0, 3); kernel(1, 3); kernel(3, 3); kernel(40, 3);
}
