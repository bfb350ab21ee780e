// About: `qsort` moves pointers, and calls a function of the program.
// script: parallel(S0.i)
// illegal
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
static int x[40], y[40];
static int up(const void *p, const void *q)
{
  uintptr_t one = (uintptr_t)*(int *const *)p, two = (uintptr_t)*(int *const *)q;
  return one == (uintptr_t)x ? -1 : one > two;
}
static void kernel(int n)
{
  int *a = x, *b;
  int *both[2] = { y, x };
  qsort(both, 2, sizeof *both, up);
  b = both[0] == x ? both[0] : both[1];
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
