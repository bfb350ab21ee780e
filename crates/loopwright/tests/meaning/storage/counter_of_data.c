// About: the counter of a loop that depends on data is a variable of the function.
// script: pack(k, S1.i)
// script: expand(k)
// script: expand(s)
#include <stdio.h>
static void kernel(int n, const int *rows, const double *values, double *y)
{
  int i, k;
  double s;
#pragma scop
  for (i = 0; i < n; i++) {
    s = 0.0;
    for (k = rows[i]; k < rows[i + 1]; k++)
      s += values[k];
    y[i] = s;
  }
#pragma endscop
}
int main(void)
{
  int rows[] = { 0, 2, 2, 5, 6 };
  double values[] = { 1, 2, 3, 4, 5, 6 }, y[4] = { 9, 9, 9, 9 };
  for (int n = 0; n < 5; n++) {
    kernel(n, rows, values, y);
    for (int i = 0; i < 4; i++)
      printf(" %g", y[i]);
    puts("");
  }
}
