// About: what a `restrict` pointer led to in an earlier execution of its block may be met again
// script: parallel(S0.i)
// illegal
#include <stdio.h>

static double x[40];
static double *kept = x + 30;

static void step(int n, double *start)
{
  double *restrict p = start + 1;
  double *q = kept;
  if (n < 0) {
    kept = p;
    return;
  }
#pragma scop
  for (int i = 0; i < n; i++)
    q[i] = start[i] + 1;
#pragma endscop
}

static void kernel(int n, double *start)
{
  step(-1, start);
  step(n, start);
}

static void show(void)
{
  for (int i = 0; i < 40; i++)
    printf(" %g", x[i]);
  puts("");
}

int main(void)
{
  const int sizes[] = {0, 1, 2, 17};
  for (int k = 0; k < 4; k++) {
    for (int i = 0; i < 40; i++)
      x[i] = i * i % 11;
    kernel(sizes[k], x);
    show();
  }
  return 0;
}
