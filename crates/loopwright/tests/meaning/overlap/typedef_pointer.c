// About: a type name hides a pointer.
#include <stdio.h>
typedef double *vec;
double a[40];
void kernel(int n)
{
  vec p = a, q;
  q = p + 1;
#pragma scop
  for (int i = 0; i < n; i++)
    q[i] = p[i] + 1;
#pragma endscop
}
int main(void)
{
  for (int i = 0; i < 40; i++) a[i] = i % 6;
  kernel(0); kernel(1); kernel(2); kernel(30);
  for (int i = 0; i < 40; i++) printf("%g ", a[i]);
  printf("\n");
}
