// About: a function reads a scalar where it ends
// script: reverse(U.i)
// illegal
#include <stdio.h>

static double a[30], b[30];

static void end(int *z) { a[0] += *z; }

static void kernel(int n)
{
  __attribute__((cleanup(end))) int z = 0;
#pragma scop
  for (int i = 0; i < n; i++) {
    U: z = i;
    b[i] = z;
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
