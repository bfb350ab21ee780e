// About: each structure of an array has a pointer, and two of them lead to one array.
#include <stdio.h>
struct row { double *v; int n; };
double x[20], y[20];
struct row rows[3] = { { x, 20 }, { y, 20 }, { x, 20 } };
void kernel(int n, int m)
{
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      rows[i].v[j] = rows[i].v[j] * 2 + i;
#pragma endscop
}
int main(void)
{
  for (int j = 0; j < 20; j++) x[j] = y[j] = j;
  kernel(0, 3); kernel(1, 1); kernel(2, 2); kernel(3, 20);
  for (int j = 0; j < 20; j++) printf("%g %g ", x[j], y[j]);
  printf("\n");
}
