// About: a pointer that is set after the region is what the region sees in the next iteration.
#include <stdio.h>
#include <stdlib.h>
double a[40];
int main(void)
{
  double *p = calloc(40, sizeof *p), *keep = p;
  for (int t = 0; t < 3; t++) {
#pragma scop
    for (int i = 0; i < 20; i++)
      p[i] = a[i] + 1;
#pragma endscop
    p = a + 1;
  }
  for (int i = 0; i < 40; i++) printf("%g ", a[i]);
  printf("\n");
  free(keep);
}
