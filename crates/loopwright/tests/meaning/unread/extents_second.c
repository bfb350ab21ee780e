// About: only the second extent of a variable sets a pointer.
// script: reverse(S0.i)
// illegal
#include <stdio.h>
static int x[40], y[40];

static void kernel(int n)
{
  int *a = x, *b = x + 1, *p = y;
  int rest[1][(p = a, 2)];
  (void)rest;
#pragma scop
  for (int i = 0; i < n; i++)
    p[i + 1] = a[i] + 1;
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
