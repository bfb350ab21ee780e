// About: a constant is computed from one that another namespace has as well.
// refused: LW0208
#include <cstdio>
static const int m = 7;
namespace inner {
static const int m = 3;
static const int n = m + 1;
}
static long a[30];
namespace inner {
static void run()
{
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = i + 1;
#pragma endscop
}
}

int main()
{
  inner::run();
  for (int i = 0; i < 10 + m; i++)
    printf(" %ld", a[i]);
  printf("\n");
}
