// About: the only loop that has a variable of its own is never entered
#include <stdio.h>

static void kernel(int n, double x[n + 4])
{
#pragma scop
  for (int i = 0; i < n; i++)
    x[i] = x[i] * 0.5;
  for (int i = 3; i < 2; i++) {
    double v = x[i];
    x[i + 1] = v * v;
  }
#pragma endscop
}

int main(void)
{
  double x[12] = {1, 2, 3, 4, 5, 6, 7, 8};
  for (int n = 0; n < 8; n++)
    kernel(n, x);
  for (int i = 0; i < 12; i++)
    printf("%g ", x[i]);
  printf("\n");
  return 0;
}
