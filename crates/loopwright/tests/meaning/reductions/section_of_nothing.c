// About: a section without elements in a reduction clause is no OpenMP, and compilers write to it
// script: parallel(S0.k, reduction)
// script: parallel(S0.k, reduction); interchange(S0.k, S0.i)
#include <assert.h>
#include <stdio.h>

static void kernel(int n, double q[n], double a[10])
{
  assert(n <= 10);
#pragma scop
  for (int k = 0; k < 10; k++)
    for (int i = 0; i < n; i++)
      q[i] += a[k];
#pragma endscop
}

int main(void)
{
  static double a[10], q[10];
  for (int i = 0; i < 10; i++)
    a[i] = i;
  for (int n = -1; n < 5; n++) {
    if (n != 0)
      kernel(n < 0 ? 0 : n, q, a);
    for (int i = 0; i < 10; i++)
      printf("%g ", q[i]);
    puts("");
  }
  return 0;
}
