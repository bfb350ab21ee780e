// About: a function changes a variable of others where a type is cast to.
// script: reverse(S0.i)
#include <stdio.h>
static int x[40], g;
static int f(int i) { void *p = x; return i + (int)sizeof *(char (*)[1 + g++])p; }
static void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    x[i] = f(i);
#pragma endscop
}
int main(void)
{
  for (int n = 0; n < 12; n += 4) {
    g = 1;
    kernel(n);
    for (int i = 0; i < 40; i++) printf("%d ", x[i]);
    printf("%d\n", g);
  }
}
