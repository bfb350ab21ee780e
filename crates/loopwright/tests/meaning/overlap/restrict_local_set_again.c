// About: a `restrict` pointer that is set a second time leads to what others lead to
// script: parallel(S0.i)
#include <stdio.h>

static double x[40];

static void kernel(int n, double *start)
{
  double *restrict p = start;
  double *q = p;
  if (n > 1)
    p = start + 19;
#pragma scop
  for (int i = 0; i < n; i++)
    q[i + 1] = q[i] + p[i];
#pragma endscop
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
