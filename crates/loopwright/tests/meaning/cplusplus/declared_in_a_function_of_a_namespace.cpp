// About: what a function of a namespace declares is a variable of that.
// refused: LW0208
#include <cstdio>
static long a[30];
int n = 4;
namespace inner {
static void run()
{
  extern int n;
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = i + 1;
#pragma endscop
}
}
namespace inner {
int n = 9;
}

int main()
{
  inner::run();
  for (int i = 0; i < 10; i++)
    printf(" %ld", a[i]);
  printf(" %d\n", n);
}
