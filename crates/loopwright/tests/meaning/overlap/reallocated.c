// About: memory that may have moved.
// script: parallel(S0.i)
// illegal
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int x[40], y[40];
static int *r;
void kernel(int n)
{
  r = realloc(r, 40 * sizeof *r);
  memset(r, 0, 160);
  int *a = r, *b = r;
#pragma scop
  for (int i = 0; i < n; i++)
    b[i + 1] = a[i] + 1;
#pragma endscop
  for (int i = 0; i < 20; i++) printf("%d ", r[i]);
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
