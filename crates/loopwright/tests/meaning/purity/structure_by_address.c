// About: a function without effects reads all fields of the structure that it gets the address of.
#include <stdio.h>
struct point { double x, y; };
struct point p[21];
double a[20];
static double both(const struct point *q) { return q->x + 2 * q->y; }
void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++) {
    p[i + 1].y = i;
    p[i].x = 3;
    a[i] = both(&p[i]);
  }
#pragma endscop
}
int main(void)
{
  kernel(0); kernel(1); kernel(2); kernel(20);
  for (int i = 0; i < 20; i++) printf("%g ", a[i]);
  printf("\n");
}
