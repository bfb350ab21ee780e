// About: a function clears the row whose address it gets; rows are independent.
// script: parallel(S0.i)
// legal
// script: reverse(S0.i)
// legal
#include <stdio.h>
double a[20][20], b[20];
static void clear(double *row, int m) { for (int j = 0; j < m; j++) row[j] = 0; }
static double sum(const double *row, int m)
{
  double s = 0;
  for (int j = 0; j < m; j++) s += row[j];
  return s;
}
void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++) {
    clear(a[i], n);
    a[i][0] = i;
    b[i] = sum(a[i], n);
  }
#pragma endscop
}
int main(void)
{
  for (int i = 0; i < 20; i++) for (int j = 0; j < 20; j++) a[i][j] = i + j;
  kernel(0); kernel(1); kernel(2); kernel(20);
  for (int i = 0; i < 20; i++) printf("%g %g ", b[i], a[i][i]);
  printf("\n");
}
