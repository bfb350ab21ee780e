// About: a pointer is changed through its address.
#include <stdio.h>
#include <stdlib.h>
double a[40];
static void move(double **p) { *p = a + 1; }
void kernel(int n)
{
  double *p = malloc(8), *keep = p;
  move(&p);
#pragma scop
  for (int i = 0; i < n; i++)
    p[i] = a[i] + 1;
#pragma endscop
  free(keep);
}
int main(void)
{
  for (int i = 0; i < 40; i++) a[i] = i % 6;
  kernel(0); kernel(1); kernel(2); kernel(30);
  for (int i = 0; i < 40; i++) printf("%g ", a[i]);
  printf("\n");
}
