// About: the compiler is asked in C++ what its headers define.
// script: reverse(S0.i)
// legal
#include <climits>
#include <cstdio>
static long a[12];
#ifdef INT_MAX
enum { LENGTH = 9 };
#else
enum { LENGTH = 2 };
#endif

static void f()
{
#pragma scop
  for (int i = 0; i < LENGTH; i++)
    a[i] = i + 1;
#pragma endscop
}

int main()
{
  f();
  for (int i = 0; i < 12; i++)
    std::printf(" %ld", a[i]);
  std::printf("\n");
}
