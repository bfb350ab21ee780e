// About: the first step of what looks like a swap depends on a condition.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <assert.h>
#include <stdint.h>
int x[40], y[40];
void kernel(int n)
{
  int *a = x, *b = y, *t = y;
  for (int k = 0; k < 3; k++) {
#pragma scop
  for (int i = 0; i < n; i++)
    b[i + 1] = a[i] + 1;
#pragma endscop
  if (n > 4) t = a;
  a = b; b = t; }
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
