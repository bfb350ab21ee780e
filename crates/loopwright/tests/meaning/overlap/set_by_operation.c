// About: a function of a table of operations sets the pointer.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <assert.h>
#include <stdint.h>
int x[40], y[40];
struct ops { void (*set)(int **, int *); };
static void st(int **p, int *q) { *p = q; }
static const struct ops o = { .set = st };
void kernel(int n)
{
  int *a = x, *b = y;
  o.set(&b, x);
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
