// About: what the next execution of a region reads is read behind it
// script: contract(t)
// illegal
#include <stdio.h>

static double a[30], b[30];

static void kernel(int n)
{
  double t[30] = {0};
  for (int r = 0; r < 3; r++) {
#pragma scop
    B: b[0] = t[n - 1];
    for (int i = 0; i < n; i++)
      S: t[i] = a[i] * r;
#pragma endscop
  }
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
