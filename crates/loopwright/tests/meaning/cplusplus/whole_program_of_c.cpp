// About: all of a program is C, though it is compiled as C++, so what is passed lies apart.
// script: reverse(S0.i)
// legal
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <iostream>
using namespace std;
static const int N = 20;
constexpr double factor = 0.5;
typedef double real;
struct point { real x, y; };
static real from[N], to[N];
static struct point last;
extern "C" {
static void run(int n, real *x, real *y)
{
#pragma scop
  for (int i = 0; i < n; i++)
    x[i] = factor * sqrt(y[i]);
#pragma endscop
}
}

int main()
{
  for (int i = 0; i < N; i++)
    from[i] = i;
  run(N, to, from);
  last.x = to[N - 1];
  for (int i = 0; i < N; i++)
    printf(" %g", to[i]);
  cout << " " << last.x << endl;
  return 0;
}
