// About: what is made from a `restrict` pointer of the function leads to the same memory
// script: parallel(S0.i)
// illegal
// script: reverse(S0.i)
// illegal
#include <stdio.h>

static double x[40];

static void kernel(int n, double *start)
{
  double *restrict p = start;
  double *q = p + 1;
#pragma scop
  for (int i = 0; i < n; i++)
    q[i] = p[i] + 1;
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
