// About: a function writes through a pointer in a structure that it gets as a copy.
#include <stdio.h>
struct box { double *p; };
double a[20], b[20];
struct box whole = { b };
static double bump(int i) { struct box s = whole; s.p[i + 1] = s.p[i] + 1; return s.p[i]; }
void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = bump(i);
#pragma endscop
}
int main(void)
{
  kernel(0); kernel(1); kernel(2); kernel(19);
  for (int i = 0; i < 20; i++) printf("%g %g ", a[i], b[i]);
  printf("\n");
}
