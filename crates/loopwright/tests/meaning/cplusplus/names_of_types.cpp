// About: aliases of numbers are numbers.
// script: reverse(S0.i)
// legal
#include <cstdio>
using real = double;
using small = unsigned char;
static long a[12];

static void f(int n)
{
  small s = 250;
  real x = 0.5;
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = (long)(x * i) + (small)(s + i);
#pragma endscop
}

int main()
{
  for (int n = 0; n < 12; n += 5) {
    f(n);
    for (int i = 0; i < 12; i++)
      std::printf(" %ld", a[i]);
    std::printf("\n");
  }
}
