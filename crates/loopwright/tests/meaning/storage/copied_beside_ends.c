// About: a variable of the function is kept elsewhere beside calls that may end the program.
// script: expand(t)
// legal
// script: rename(t)
// script: stripmine(S4.i, 4); pack(t, S4.i)
// legal
// script: pack(t, S0.i)
// legal
// script: parallel(S0.i)
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
static void kernel(int n, int *a, int *b)
{
  int t = 5;
#pragma scop
  for (int i = 0; i < n; i++) {
    t = a[i];
    assert(t >= 0);
    b[i] = t;
    assert(b[i] < 100 && "large");
    t = b[i] + 1;
    a[i] = t;
  }
#pragma endscop
  printf(" %d", t);
}

int main(void)
{
  int a[9], b[9];
  for (int i = 0; i < 9; i++)
    a[i] = i, b[i] = 0;
  for (int n = 0; n < 10; n += 3)
    kernel(n, a, b);
  for (int i = 0; i < 9; i++)
    printf(" %d %d", a[i], b[i]);
  printf("\n");
}
