// About: `va_arg` gives a pointer that was passed.
// script: parallel(S0.i)
// illegal
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
static int x[40], y[40];
static int *last(int count, ...)
{
  va_list list;
  int *found = y;
  va_start(list, count);
  while (count-- > 0) found = va_arg(list, int *);
  va_end(list);
  return found;
}
static void kernel(int n)
{
  int *a = x, *b;
  b = last(2, y, x);
#pragma scop
  for (int i = 0; i < n; i++)
    b[i + 1] = a[i] + 1;
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
