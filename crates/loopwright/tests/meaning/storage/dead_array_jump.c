// About: a jump back makes the region read what it has left in an array and in a scalar
// script: contract(u)
// illegal
// script: expand(x)
// script: reverse(T.i)
// illegal
#include <stdio.h>
#include <stdlib.h>

static double a[30], b[30];

static void kernel(int n)
{
  double u[30] = {0}, x = 0;
  int k = 0;
again:
#pragma scop
  B: b[0] = u[n - 1];
  for (int i = 0; i < n; i++) {
    if (k > 0)
      S: b[i] += x;
    U: u[i] = a[i] * k;
  }
  for (int i = 0; i < n; i++)
    T: x = a[i];
#pragma endscop
  if (k++ < 2)
    goto again;
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
