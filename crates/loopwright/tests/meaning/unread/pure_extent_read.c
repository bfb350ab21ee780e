// About: a function reads a variable of others in the extent of a type.
// script: reverse(S0.i)
#include <stdio.h>
static int x[40], g;
static int f(int i) { return i + (int)sizeof(char[g]); }
static void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    g = i + 1, x[i] = f(i);
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
