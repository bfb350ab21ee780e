// About: a field is changed through a pointer to it.
#include <stdio.h>
struct state { double x, y; } s = { 1, 2 };
double a[20];
void kernel(int n)
{
  double *p = &s.x;
#pragma scop
  for (int i = 0; i < n; i++) {
    *p = a[i] + i;
    a[i] = s.x * 2 + s.y;
  }
#pragma endscop
}
int main(void)
{
  kernel(0); kernel(1); kernel(2); kernel(20);
  for (int i = 0; i < 20; i++) printf("%g ", a[i]);
  printf("%g %g\n", s.x, s.y);
}
