// About: a macro declares a variable with the name of the counter around it.
// script: shift(S0.i, 1); shift(S1.i, 1); shift(S2.i, 1)
// legal
#include <stdio.h>
#define ADD(x) do { double i = 2; x += i; } while (0)
static double A[24], B[24], t;
static void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++) {
    t = A[i];
    ADD(t);
    B[i] = t;
  }
#pragma endscop
}
int main(void)
{
  static const int sizes[] = { 0, 1, 2, 11, 24 };
  for (int k = 0; k < 5; k++) {
    for (int i = 0; i < 24; i++)
      A[i] = i * 3 - k;
    kernel(sizes[k]);
    for (int i = 0; i < 24; i++)
      printf(" %g", B[i]);
    printf(" %g\n", t);
  }
}
