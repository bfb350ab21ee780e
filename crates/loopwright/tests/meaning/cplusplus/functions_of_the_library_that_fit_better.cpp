// About: a function of the namespace that is made known fits better than the one in the text.
// refused: LW0208
#include <complex>
#include <cstdio>
using namespace std;
static long a[30];
static double norm(double x) { return x < 0 ? -x : x; }

static void run(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = (long)norm(i - 4);
#pragma endscop
}

int main()
{
  run(9);
  for (int i = 0; i < 10; i++)
    printf(" %ld", a[i]);
  printf("\n");
}

