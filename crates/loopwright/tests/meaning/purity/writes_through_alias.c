// About: a function writes to what its parameter points to by another pointer.
#include <stdio.h>
double a[20], b[21];
static double bump(double *p, int i) { double *q; q = p; return *(q + i + 1) = p[i] + 1; }
void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = bump(b, i);
#pragma endscop
}
int main(void)
{
  kernel(0); kernel(1); kernel(2); kernel(20);
  for (int i = 0; i < 20; i++) printf("%g %g ", a[i], b[i]);
  printf("\n");
}
