// About: a pointer to a structure and the structure itself.
#include <stdio.h>
struct state { double x, y; };
struct state g = { 1, 2 };
double a[20];
void kernel(int n)
{
  struct state *p = &g;
#pragma scop
  for (int i = 0; i < n; i++) {
    p->x = a[i] + i;
    a[i] = g.x * 2;
  }
#pragma endscop
}
int main(void)
{
  kernel(0); kernel(1); kernel(2); kernel(20);
  for (int i = 0; i < 20; i++) printf("%g ", a[i]);
  printf("%g %g\n", g.x, g.y);
}
