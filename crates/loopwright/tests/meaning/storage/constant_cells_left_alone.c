// About: cells that a region may not write are not copied back where others see them: they may be constant
// script: pad(p, 2)
// script: modulo(p, 0, 8)
// script: expand(p)
// script: transpose(p, [0])
// script: pad(q, 2); reverse(T.i)
// legal
// script: pad(w, 2); reverse(U.i)
// legal
#include <stdio.h>

static const int constant[6] = { 1, 2, 3, 4, 5, 6 };

static int kernel(int p[static 6], int q[restrict static 6], const char *restrict c)
{
  int w[6];
  for (int i = 0; i < 6; i++)
    w[i] = 10 * i;
#pragma scop
  for (int i = 0; i < 6; i++)
    if (c[i])
      p[i] = i;
  for (int i = 0; i < 6; i++) {
    T: q[i] = i;
    if (c[i])
      q[i] = 2 * i;
  }
  for (int i = 0; i < 6; i++) {
    U: q[i] += w[i];
    if (c[i])
      w[i] = q[i];
  }
#pragma endscop
  int sum = 0;
  for (int i = 0; i < 6; i++)
    sum = 3 * sum + w[i];
  return sum;
}

int main(void)
{
  char never[6] = { 0 }, at_times[6] = { 0, 1, 1, 0, 0, 1 };
  int p[6] = { 7, 8, 9, 10, 11, 12 }, q[6];
  printf("%d\n", kernel((int *)constant, q, never));
  printf("%d\n", kernel(p, q, at_times));
  for (int i = 0; i < 6; i++)
    printf("%d %d %d\n", constant[i], p[i], q[i]);
  return 0;
}
