// About: time is taken by classes around a region, which have nothing to do with it.
// script: reverse(S0.i)
// legal
#include <chrono>
#include <cstdio>
#include <iostream>
static double x[40];

int main()
{
  const int n = 40;
  auto start = std::chrono::steady_clock::now();
#pragma scop
  for (int i = 0; i < n; i++)
    x[i] = 2 * i;
#pragma endscop
  auto end = std::chrono::steady_clock::now();
  if (std::chrono::duration<double>(end - start).count() < 0)
    std::cout << "never" << std::endl;
  std::cout << x[0] << ' ' << x[n - 1] << std::endl;
}
