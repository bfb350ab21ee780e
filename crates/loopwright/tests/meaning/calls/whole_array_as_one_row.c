// About: the address of the first element is enough to run through all rows.
// script: reverse(S1.i)
// illegal
#include <stdio.h>
double a[8][10], b[8];
static void fill(double *p, int count, double v) { for (int k = 0; k < count; k++) p[k] = v + k; }
void kernel(int n, int m)
{
#pragma scop
  for (int i = 0; i < n; i++) {
    b[i] = a[n - 1][3];
    fill(&a[0][0], m, i);
  }
#pragma endscop
}
int main(void)
{
  kernel(0, 80); kernel(1, 80); kernel(2, 0); kernel(8, 80);
  for (int i = 0; i < 8; i++) printf("%g %g ", b[i], a[i][9]);
  printf("\n");
}
