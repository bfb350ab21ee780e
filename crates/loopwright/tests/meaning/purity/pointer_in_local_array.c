// About: a function writes through a pointer that it keeps in an array of its own.
#include <stdio.h>
double a[20], b[21];
static double bump(double *p, int i) { double *t[1] = { p }; t[0][i + 1] = t[0][i] + 1; return t[0][i]; }
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
