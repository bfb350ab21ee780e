// About: the caller of a caller passes one array twice.
#include <stdio.h>
double a[40];
static void kernel(int n, double *p, double *q)
{
#pragma scop
  for (int i = 0; i < n; i++)
    q[i] = p[i] + 1;
#pragma endscop
}
static void middle(int n, double *from, double *to) { kernel(n, from, to); }
int main(void)
{
  for (int i = 0; i < 40; i++) a[i] = i * i % 11;
  middle(0, a, a + 1); middle(1, a, a + 1); middle(2, a, a + 1); middle(30, a, a + 1);
  for (int i = 0; i < 40; i++) printf("%g ", a[i]);
  printf("\n");
}
