// About: constants of two namespaces have one name.
// refused: LW0208
#include <cstdio>
static int a[24], b[25], t;
namespace one { enum { M = 5 }; }
namespace two { enum { M = 7 }; }
namespace one {
static void inner(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = M;
#pragma endscop
}
}
static void kernel(int n) { one::inner(n); }
int main()
{
  static const int sizes[] = { 0, 1, 2, 11, 24 };
  for (int k = 0; k < 5; k++) {
    kernel(sizes[k]);
    for (int i = 0; i < 24; i++)
      printf(" %d %d", a[i], b[i]);
    printf(" %d\n", t);
  }
}
