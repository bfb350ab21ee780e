// About: a pointer to an element of an array of structures.
#include <stdio.h>
struct point { double x, y; };
struct point pts[20];
void kernel(int n)
{
  struct point *p = &pts[1];
#pragma scop
  for (int i = 0; i < n; i++)
    p[i].x = pts[i].x + 1;
#pragma endscop
}
int main(void)
{
  kernel(0); kernel(1); kernel(2); kernel(15);
  for (int i = 0; i < 20; i++) printf("%g %g ", pts[i].x, pts[i].y);
  printf("\n");
}
