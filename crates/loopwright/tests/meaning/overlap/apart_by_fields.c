// About: fields of one structure lead to different arrays.
// script: parallel(S0.i)
// legal
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int x[40], y[40];
struct s { int *p, *q; };
void kernel(int n)
{
  struct s v;
  v.p = x;
  v.q = y;
#pragma scop
  for (int i = 0; i < n; i++)
    v.p[i] = v.q[i] + 1;
#pragma endscop
}
int main(void)
{
  for (int n = 0; n < 12; n += 4) {
    for (int i = 0; i < 40; i++) x[i] = i * i % 11, y[i] = i;
    kernel(n);
    for (int i = 0; i < 40; i++) printf("%d %d ", x[i], y[i]);
    printf("\n");
  }
}
