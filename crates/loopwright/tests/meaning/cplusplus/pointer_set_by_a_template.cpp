// About: a template has the pointer as its argument.
// script: reverse(S0.i)
#include <cstdio>
static long a[30], b[30], c[30];
static long *other = c;
template <long **P> void set() { *P = b; }

static void run(int n)
{
#pragma scop
  for (int i = 1; i < n; i++) {
    b[i] += i;
    a[i] = other[i - 1];
  }
#pragma endscop
}

int main()
{
  run(9);
  set<&other>();
  run(9);
  for (int i = 0; i < 10; i++)
    printf(" %ld", a[i]);
  printf("\n");
}

