// About: a pointer is set by an assignment to references.
// script: reverse(S0.i)
#include <cstdio>
#include <tuple>
static long a[30], b[30], c[30];
static long *other = c;

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
  std::tie(other) = std::make_tuple(b);
  run(9);
  for (int i = 0; i < 10; i++)
    printf(" %ld", a[i]);
  printf("\n");
}

