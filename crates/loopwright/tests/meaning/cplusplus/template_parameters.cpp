// About: parameters of templates hide constants.
// refused: LW0208
#include <cstdio>
static int a[24], b[25], t;
enum { M = 5 };
template <int M> static void inner(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = M;
#pragma endscop
}
static void kernel(int n) { inner<7>(n); }
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
