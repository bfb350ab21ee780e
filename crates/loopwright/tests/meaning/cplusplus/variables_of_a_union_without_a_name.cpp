// About: the members of a union without a name are variables of its namespace, and one memory.
// refused: LW0208
#include <cstdio>
static long a[30];
namespace inner {
static union {
  long n;
  double x;
};
static void run()
{
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = i + 1;
#pragma endscop
}
}
static const int n = 3;

int main()
{
  inner::n = 9;
  inner::run();
  for (int i = 0; i < 10 * n; i++)
    printf(" %ld", a[i]);
  printf("\n");
}
