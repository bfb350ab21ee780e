// About: a parameter of a called function has the name of the function around the loops.
// script: parallel(S0.i)
// legal
#include <stdio.h>
static int a[12];

static int square(int f) { return f * f; }

static int next(int x)
{
  int f = x + 1;
  return f;
}

static int f(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = square(i) + next(i);
#pragma endscop
  return n;
}

int main(void)
{
  for (int n = 0; n < 12; n += 5) {
    int r = f(n);
    printf("%d:", r);
    for (int i = 0; i < 12; i++)
      printf(" %d", a[i]);
    printf("\n");
  }
}
