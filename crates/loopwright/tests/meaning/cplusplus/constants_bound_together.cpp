// About: names for the parts of an object hide a constant in a namespace.
// refused: LW0208
#include <cstdio>
struct Pair { int n, m; };
static long a[30];
static const int n = 9;
namespace inner {
static auto [n, m] = Pair{4, 5};
static void run()
{
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = i + m;
#pragma endscop
}
}

int main()
{
  inner::run();
  for (int i = 0; i < n; i++)
    printf(" %ld", a[i]);
  printf("\n");
}
