// About: `qsort` puts pointers to other places.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int x[40], y[40];
static int cmp(const void *p, const void *q) { (void)p; (void)q; return 0; }
void kernel(int n)
{
  int *t[2] = { x, y };
  qsort(t, 2, sizeof *t, cmp);
  int *a = x, *b = t[0];
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
