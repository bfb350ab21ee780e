// About: between constants `&` is an operation, and takes no address.
// script: peel(S0.i, 1)
// script: unroll(S0.i, 3)
#include <cstdio>
static int a[10];

static void f(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = (i & 2) + (6 & 3) + ('c' & i);
#pragma endscop
}

int main()
{
  f(0);
  f(10);
  for (int i = 0; i < 10; i++)
    std::printf(" %d", a[i]);
  std::printf("\n");
}
