// About: a function without effects reads the rows behind an array of pointers.
#include <stdio.h>
double r0[10], r1[10], a[10];
double *rows[2] = { r0, r1 };
static double cell(double **m, int i) { return m[0][i] + m[1][i]; }
void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++) {
    r1[i] = i;
    a[i] = cell(rows, i);
    r0[i] = 2;
  }
#pragma endscop
}
int main(void)
{
  kernel(0); kernel(1); kernel(2); kernel(10);
  for (int i = 0; i < 10; i++) printf("%g ", a[i]);
  printf("\n");
}
