// About: a function changes or reads a global variable with the name of the counter around its call.
// script: peel(S0.i, 1)
// script: unroll(S0.i, 3)
// script: shift(S0.i, 3)
// script: peel(S1.i, 1)
// script: unroll(S1.i, 2); peel(S0.i, -1)
#include <stdio.h>
static int A[64], B[64];
static int i = 40, ii = 3;
static int next(void) { return i++; }
static int seen(const int *p) { return p[0] + i + ii; }
static int twice(int x) { return next() + x; }
static void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++) A[i] += next() + i;
  for (int i = 0; i < n; i++) B[i] += seen(&A[i]) + i;
  for (int i = 0; i < n; i++) B[i] += twice(i);
  B[0] += next();
  for (int j = 0; j < n; j++) B[j] += seen(&A[j]) + next();
#pragma endscop
}
int main(void)
{
  static const int sizes[] = { 0, 1, 2, 5, 13 };
  for (int k = 0; k < 5; k++) {
    kernel(sizes[k]);
    for (int j = 0; j < 16; j++) printf("%d %d ", A[j], B[j]);
    printf("%d\n", i);
  }
}
