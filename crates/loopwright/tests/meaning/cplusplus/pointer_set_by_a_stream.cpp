// About: an operator that looks like writing to a stream sets a pointer.
// script: reverse(S0.i)
#include <cstdio>
#include <iostream>
static long a[30], b[30], c[30];
static long *other = c;
static std::ostream &operator<<(std::ostream &to, long *&p) { p = b; return to; }

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
  std::cout << other;
  run(9);
  for (int i = 0; i < 10; i++)
    printf(" %ld", a[i]);
  printf("\n");
}

