// About: the bits of a pointer are copied as those of a `double`.
// script: parallel(S0.i)
// illegal
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
static int x[40], y[40];
union bits { double number; int *pointer; };
static void kernel(int n)
{
  int *a = x, *b;
  union bits one, two;
  one.pointer = x;
  two.pointer = y;
  two.number = one.number;
  b = two.pointer;
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
