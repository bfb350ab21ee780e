// About: functions in a header read neighbours, with the ends kept inside.
// script: parallel(S0.i)
// legal
// script: reverse(S1.i)
#include <stdio.h>
#include "inline_functions.h"
double x[30], y[30];
void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    smooth(y, x, i, n);
  for (int i = 0; i < n; i++)
    smooth(x, y, i, n);
#pragma endscop
}
int main(void)
{
  for (int i = 0; i < 30; i++) x[i] = i * i % 11;
  kernel(0); kernel(1); kernel(2); kernel(30);
  for (int i = 0; i < 30; i++) printf("%.6f ", x[i]);
  printf("\n");
}
