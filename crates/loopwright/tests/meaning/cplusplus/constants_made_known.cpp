// About: the constants of an enumeration with a scope are made known in a namespace.
// refused: LW0208
#include <cstdio>
static long a[30];
static const int n = 9;
enum class Size { n = 4 };
namespace inner {
using enum Size;
static void run()
{
#pragma scop
  for (int i = 0; i < (int)n; i++)
    a[i] = i + 1;
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
