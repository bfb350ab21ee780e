// About: each call of the function makes new memory.
// script: parallel(S0.i)
// legal
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int x[40], y[40];
static int *make(int n)
{
  int *p = malloc(n * sizeof *p);
  if (!p) exit(1);
  for (int i = 0; i < n; i++) p[i] = i;
  return p;
}
void kernel(int n)
{
  int *a = make(40), *b = make(40);
#pragma scop
  for (int i = 0; i < n; i++)
    b[i] = a[i] + 1;
#pragma endscop
  for (int i = 0; i < 20; i++) printf("%d ", b[i]);
  free(a);
  free(b);
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
