// About: the pointer comes from a nested initial value.
// script: parallel(S0.i)
// illegal
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int x[40], y[40];
struct in { int *p, *q; };
struct out { struct in v[2]; };
static struct out o = { { { y, y }, { .q = x, .p = y } } };
void kernel(int n)
{
  int *a = x, *b = o.v[1].q;
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
