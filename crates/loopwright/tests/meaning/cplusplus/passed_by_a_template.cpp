// About: a template passes the array that is its argument.
// script: reverse(S0.i)
// illegal
#include <cstdio>
static long a[30], b[30];

static void run(int n, long *other)
{
#pragma scop
  for (int i = 1; i < n; i++) {
    b[i] += i;
    a[i] = other[i - 1];
  }
#pragma endscop
}

template <long *P> void go() { run(9, P); }

int main()
{
  go<b>();
  for (int i = 0; i < 10; i++)
    printf(" %ld", a[i]);
  printf("\n");
}

