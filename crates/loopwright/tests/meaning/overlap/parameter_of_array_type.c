// About: rows of one matrix are passed as two vectors.
#include <stdio.h>
double m[3][20];
static void kernel(int n, double p[], const double q[])
{
#pragma scop
  for (int i = 1; i < n; i++)
    p[i] = q[i - 1] + 1;
#pragma endscop
}
int main(void)
{
  for (int k = 0; k < 3; k++) {
    kernel(0, m[k], m[k]); kernel(1, m[0], m[k]); kernel(2, m[k], m[1]); kernel(20, m[k], m[k]);
  }
  for (int i = 0; i < 60; i++) printf("%g ", m[i / 20][i % 20]);
  printf("\n");
}
