// About: a function without effects gets a pointer to structures and reads a field of any.
#include <stdio.h>
struct point { double x, y; };
static double both(const struct point *q, int i) { return q[i].x + 2 * q[i].y; }
void kernel(int n, struct point *p, double *restrict a)
{
#pragma scop
  for (int i = 0; i < n; i++) {
    p[i].x = 3 + i;
    a[i] = both(p, i);
  }
#pragma endscop
}
int main(void)
{
  static struct point p[20];
  static double a[20];
  kernel(0, p, a); kernel(1, p, a); kernel(2, p, a); kernel(20, p, a);
  for (int i = 0; i < 20; i++) printf("%g ", a[i]);
  printf("\n");
}
