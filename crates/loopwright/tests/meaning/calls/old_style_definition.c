// About: a definition in the old style converts its arguments to the types behind its names.
// script: parallel(S0.i)
// illegal
#include <stdio.h>
int a[400];
static void put(p, k, v) int *p; unsigned char k; int v; { p[k] = p[k] * 3 % 100 + v; }
void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    put(a, i, 2 * i);
#pragma endscop
}
int main(void)
{
  kernel(0); kernel(1); kernel(2); kernel(400);
  for (int i = 0; i < 400; i += 9) printf("%d ", a[i]);
  printf("%d\n", a[100]);
}
