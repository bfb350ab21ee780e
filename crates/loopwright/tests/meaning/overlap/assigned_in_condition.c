// About: a pointer is set in a condition.
#include <stdio.h>
double a[60];
static double *find(int k) { return k ? &a[k] : 0; }
void kernel(int n)
{
  double *p;
  if ((p = find(1)) != 0) {
#pragma scop
    for (int i = 0; i < n; i++)
      p[i] = a[i] + 1;
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
