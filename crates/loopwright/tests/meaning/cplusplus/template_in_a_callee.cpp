// About: a function that is called calls one that is made from a template, and counts.
// script: reverse(S0.i)
// illegal
#include <cstdio>
static long a[30], calls;
template <int N> long next() { return calls += N; }
static long twice(long x) { return 2 * x + next<3>(); }

static void run(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = twice(i);
#pragma endscop
}

int main()
{
  run(9);
  for (int i = 0; i < 10; i++)
    printf(" %ld", a[i]);
  printf("\n");
}
