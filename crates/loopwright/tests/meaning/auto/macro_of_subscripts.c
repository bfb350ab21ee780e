// About: without pragmas, `(i) * (n)` and `(j) & 1` are no casts where `i` and `j` are variables
// args: --auto
// script: interchange(S0.i, S0.j)
// legal
#include <stdio.h>

#define IDX(i, j) ((i) * (n) + (j))
#define ODD(i) ((i) & 1)

static double l[100], m[100];

static void kernel(int n, const double *restrict a)
{
  int i, j;
  for (i = 0; i < n; i++)
    for (j = 0; j < n; j++)
      l[IDX(i, j)] = (j) * i + a[ODD(j)];
  double k = (n) * 2;
  for (int p = 0; p < n; p++)
    m[p] += (k) * p;
}

int main(void)
{
  const double a[2] = {3, 5};
  for (int n = 0; n < 10; n++) {
    kernel(n, a);
    for (int i = 0; i < 100; i++)
      printf("%g %g ", l[i], m[i]);
    printf("\n");
  }
  return 0;
}
