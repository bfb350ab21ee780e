// About: the pointers of a global structure are set by another function.
#include <stdio.h>
static struct { double *in, *out; int n; } g;
double a[60];
static void setup(double *base, int n) { g.in = base; g.out = base + 1; g.n = n; }
void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    g.out[i] = g.in[i] + 1;
#pragma endscop
}
int main(void)
{
  for (int i = 0; i < 60; i++) a[i] = i % 6;
  setup(a, 60);
  kernel(0); kernel(1); kernel(2); kernel(30);
  for (int i = 0; i < 60; i++) printf("%g ", a[i]);
  printf("\n");
}
