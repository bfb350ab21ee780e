// About: a region that is the body of a loop reads what it has left in an array and in a scalar
// script: contract(w)
// illegal
// script: expand(y)
// script: contract(y)
// legal
#include <stdio.h>
#include <stdlib.h>

static double a[30], b[30];

static void kernel(int n)
{
  double w[30] = {0}, y = 0;
  int k = 0;
  while (k++ < 3)
#pragma scop
    for (int i = 0; i < n; i++) {
      if (i == 0)
        b[i] = w[n - 1] + y;
      y = a[i];
      W: w[i] = a[i] * k;
    }
#pragma endscop
}

int main(void)
{
  for (int i = 0; i < 30; i++)
    a[i] = i % 7 - 3;
  for (int n = 1; n < 30; n += 7) {
    kernel(n);
    printf("%d %g %g %g\\n", n, b[0], b[n / 2], b[n - 1]);
  }
  return 0;
}
