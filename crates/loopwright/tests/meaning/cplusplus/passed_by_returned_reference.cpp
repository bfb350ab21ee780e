// About: the address of what a function returns by reference is that of an array of the loops.
// script: reverse(S0.i)
#include <cstdio>
static long a[30], b[30];
static long &at(int k) { return b[k]; }

static void run(int n, long *p)
{
#pragma scop
  for (int i = 1; i < n; i++) {
    p[i] += i;
    a[i] = b[i - 1];
  }
#pragma endscop
}

int main()
{
  run(9, &at(0));
  for (int i = 0; i < 10; i++)
    std::printf(" %ld", a[i]);
  std::printf("\n");
}
