// About: the ending of a number is a function.
// refused: LW0208
#include <cstdio>
static long a[30], calls;
static double operator""_h(long double x) { return (double)x + calls++; }

static void run(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = (long)(1.5_h * i);
#pragma endscop
}

int main()
{
  run(9);
  for (int i = 0; i < 10; i++)
    printf(" %ld", a[i]);
  printf("\n");
}

