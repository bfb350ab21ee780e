// About: global pointers that are allocated once lie apart.
// script: parallel(S0.i)
// legal
#include <stdio.h>
#include <stdlib.h>
double *a, *b;
void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    b[i + 1] = a[i] + 1;
#pragma endscop
}
int main(void)
{
  a = (double *) malloc(40 * sizeof(double));
  b = (double *) calloc(41, sizeof(double));
  for (int i = 0; i < 40; i++) a[i] = i * i % 11;
  kernel(0); kernel(1); kernel(2); kernel(40);
  for (int i = 0; i < 40; i++) printf("%g ", b[i]);
  printf("\n");
  free(a);
  free(b);
}
