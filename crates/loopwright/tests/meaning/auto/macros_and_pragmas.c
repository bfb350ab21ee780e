// About: loops that come out of macros cannot be replaced, those behind OpenMP's pragmas are kept as they are
// args: --auto
#include <stdio.h>

#define EACH(i, n) for (int i = 0; i < (n); i++)
#define CLEAR(a, n) EACH(k, n) (a)[k] = 0

static double kernel(int n, double *a, double *b)
{
  double sum = 0;
  CLEAR(a, n);
  EACH(i, n)
    b[i] = i;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    a[i] += 2 * b[i];
  for (int i = 0; i < n; i++) {
#pragma omp simd
    for (int j = 0; j < n; j++)
      a[j] += b[i];
  }
  for (int i = n - 1; i >= 0; i--)
    sum = sum / 2 + a[i]; // behind
  /* after */
  return sum;
}

int main(void)
{
  double a[8], b[8];
  for (int n = 0; n <= 8; n++)
    printf("%g ", kernel(n, a, b));
  puts("");
  return 0;
}
