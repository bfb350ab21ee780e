// About: a private variable whose last value is read later, in copies of a parallel loop.
// script: unroll(A.i, 2) ; parallel(A.j)
// legal
// script: unroll(A.i, 3) ; vectorize(A.j)
// legal
#include <stdio.h>
double a[400], b[8];
static double kernel(int n, int m)
{
  double t = 3;
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      A: t = a[j + 8 * i] * 2;
      B: b[j] += t;
    }
#pragma endscop
  return t;
}
int main(void)
{
  static const int sizes[] = { 0, 1, 2, 3, 37 };
  for (int k = 0; k < 5; k++)
    for (int m = 0; m < 8; m += 3) {
      for (int i = 0; i < 400; i++) a[i] = i * i % 7;
      printf("%g", kernel(sizes[k], m));
      for (int i = 0; i < 8; i++) printf(" %g", b[i]);
      printf("\n");
    }
}
