// About: a structure is a copy of another one, with the same pointers.
#include <stdio.h>
struct view { double *v; };
double a[60];
void kernel(int n)
{
  struct view s, t;
  s.v = a;
  t = s;
  t.v += 1;
#pragma scop
  for (int i = 0; i < n; i++)
    t.v[i] = s.v[i] + 1;
#pragma endscop
}
int main(void)
{
  for (int i = 0; i < 60; i++) a[i] = i % 6;
  kernel(0); kernel(1); kernel(2); kernel(30);
  for (int i = 0; i < 60; i++) printf("%g ", a[i]);
  printf("\n");
}
