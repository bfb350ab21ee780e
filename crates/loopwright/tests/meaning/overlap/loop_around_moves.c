// About: a pointer moves with a loop around the region.
#include <stdio.h>
double a[60];
void kernel(int n)
{
  double *p = a;
  for (int k = 0; k < 3; k++, p += 1) {
#pragma scop
    for (int i = 0; i < n; i++)
      a[i + 1] = p[i] + 1;
#pragma endscop
  }
}
int main(void)
{
  for (int i = 0; i < 60; i++) a[i] = i % 6;
  kernel(0); kernel(1); kernel(2); kernel(30);
  for (int i = 0; i < 60; i++) printf("%g ", a[i]);
  printf("\n");
}
