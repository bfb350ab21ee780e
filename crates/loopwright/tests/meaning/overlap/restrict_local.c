// About: `restrict` pointers of the function promise the same as those that are parameters
// script: parallel(S0.i)
// legal
// script: reverse(S0.i)
// legal
#include <stdio.h>

struct pair {
  int n;
  double *to, *from;
};

static double x[40];

static void kernel(const struct pair *p)
{
  double *restrict to = p->to;
  const double *restrict from = p->from;
#pragma scop
  for (int i = 0; i < p->n; i++)
    to[i] = from[i] + 1;
#pragma endscop
}

int main(void)
{
  const int sizes[] = {0, 1, 2, 17};
  for (int k = 0; k < 4; k++) {
    for (int i = 0; i < 40; i++)
      x[i] = i * i % 11;
    struct pair p = {sizes[k], x, x + 20};
    kernel(&p);
    for (int i = 0; i < 40; i++)
      printf(" %g", x[i]);
    puts("");
  }
  return 0;
}
