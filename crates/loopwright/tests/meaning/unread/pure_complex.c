// About: a function changes a part of a complex variable of others.
// script: reverse(S0.i)
#include <stdio.h>
static int x[40], g;
static _Complex double z;
static int f(int i) { __real__ z += 1; g = (int)__real__ z; return i + g; }
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
    g = 1, z = 0;
    kernel(n);
    for (int i = 0; i < 40; i++) printf("%d ", x[i]);
    printf("%d\n", g);
  }
}
