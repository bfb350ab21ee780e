// About: of all functions of a name the one in the text fits, as its types are those of the arguments.
// script: reverse(S0.i)
// legal
#include <complex>
#include <cstdio>
using namespace std;
static long a[30];
static double x[30];
static double norm(double x) { return x < 0 ? -x : x; }

static void run(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = (long)norm(x[i]);
#pragma endscop
}

int main()
{
  for (int i = 0; i < 30; i++)
    x[i] = i - 4.5;
  run(9);
  for (int i = 0; i < 10; i++)
    printf(" %ld", a[i]);
  printf("\n");
}

