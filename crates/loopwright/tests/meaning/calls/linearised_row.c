// About: a function gets a row of an array that is stored in one piece.
// script: parallel(S0.i)
// legal
#include <stdio.h>
#include <stdlib.h>
static void scale(double *row, int m, double f) { for (int j = 0; j < m; j++) row[j] *= f; }
void kernel(int n, int m, double *restrict a, const double *restrict f)
{
#pragma scop
  for (int i = 0; i < n; i++)
    scale(a + i * m, m, f[i]);
#pragma endscop
}
int main(void)
{
  double *a = malloc(400 * sizeof *a), f[20];
  for (int i = 0; i < 400; i++) a[i] = i;
  for (int i = 0; i < 20; i++) f[i] = i % 5 + 0.5;
  kernel(0, 3, a, f); kernel(1, 1, a, f); kernel(2, 20, a, f); kernel(20, 20, a, f);
  for (int i = 0; i < 400; i += 7) printf("%g ", a[i]);
  printf("\n");
  free(a);
}
