// About: a type name hides that a parameter is a pointer, through which a function writes.
#include <stdio.h>
typedef double *vector;
double a[20], b[20];
static double bump(vector v, int i) { v[i + 1] = v[i] + 1; return v[i]; }
void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = bump(b, i);
#pragma endscop
}
int main(void)
{
  kernel(0); kernel(1); kernel(2); kernel(19);
  for (int i = 0; i < 20; i++) printf("%g %g ", a[i], b[i]);
  printf("\n");
}
