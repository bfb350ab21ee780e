// About: memory of a vector is passed to a function of C, which says that it lies apart.
// script: reverse(S0.i)
// legal
#include <cmath>
#include <cstdio>
#include <vector>

static void scale(int n, double *__restrict__ x, const double *__restrict__ y)
{
#pragma scop
  for (int i = 0; i < n; i++)
    x[i] = 2 * sqrt(y[i]);
#pragma endscop
}

int main()
{
  auto time = 1.0;
  for (int n = 0; n < 30; n += 7) {
    std::vector<double> x(n), y(n, time);
    scale(n, x.data(), y.data());
    for (auto one : x)
      std::printf(" %g", one);
  }
  std::printf("\n");
}
