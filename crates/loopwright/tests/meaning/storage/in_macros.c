// About: a macro makes names and texts of its arguments, and may stand for the variable itself
// script: expand(t)
// script: expand(g)
// script: pack(t, S0.i)
#include <stdio.h>
#include <stdlib.h>

#define TEXT(x) ((x) + sizeof(#x))
#define BOTH(x) (x##2 + x)
#define OTHER g

static double a[9] = {1, 2, 3, 4, 5, 6, 7, 8, 9}, b[9], c[9], t, t2 = 3, g = 2;

static void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++) {
    S0: t = a[i];
    S1: b[i] = TEXT(t);
    S2: c[i] = BOTH(t) + OTHER;
  }
#pragma endscop
}

int main(void)
{
  for (int n = 0; n < 9; n++) {
    kernel(n);
    printf("%g:", t);
    for (int i = 0; i < 9; i++)
      printf(" %g %g", b[i], c[i]);
    printf("\n");
  }
  return 0;
}
