// About: what a constant function declares must have a value.
// refused: LW0208
#include <cstdio>

constexpr long f(int n)
{
  long a[12] = {};
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = i + 1;
#pragma endscop
  return a[3];
}

int main()
{
  constexpr long x = f(9);
  std::printf("%ld\n", x);
}
