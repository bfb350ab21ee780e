// About: a pointer that was allocated may later point into an array: the last definition counts.
// script: reverse(S0.i)
#include <stdio.h>
#include <stdlib.h>
double a[32];
void kernel(int n)
{
  double *p = malloc(32 * sizeof *p);
  double *old = p;
  p = a + 1;
#pragma scop
  for (int i = 0; i < n; i++)
    p[i] = a[i] + 1;
#pragma endscop
  free(old);
}
int main(void)
{
  for (int n = 0; n < 31; n += n < 3 ? 1 : 9) {
    for (int i = 0; i < 32; i++) a[i] = i * 3 % 7;
    kernel(n);
    for (int i = 0; i < 32; i++) printf("%g ", a[i]);
    printf("\n");
  }
}
