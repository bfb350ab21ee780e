// About: a function takes an array for one with rows of another length.
// script: reverse(S1.i)
#include <stdio.h>
int a[6][4], b[30];
static void put(int *q, int i, int v) { int (*p)[6] = (int (*)[6]) q; p[i][0] = v; }
static void set(int p[][4], int i, int v) { p[i][1] = v; }
void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    set(a, i, i);
  for (int i = 0; i < n; i++)
    b[i] = a[i][1];
#pragma endscop
  put(&a[0][0], 1, 9);
}
int main(void)
{
  kernel(0); kernel(1); kernel(2); kernel(6);
  for (int i = 0; i < 24; i++) printf("%d %d ", a[i / 4][i % 4], b[i]);
  printf("\n");
}
