// About: a function sets both pointers to different memory.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int x[40], y[40];
static void two(int **p, int **q) { *p = x; *q = y; }
void kernel(int n)
{
  int *a, *b;
  two(&a, &b);
#pragma scop
  for (int i = 0; i < n; i++)
    b[i] = a[i] + 1;
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
