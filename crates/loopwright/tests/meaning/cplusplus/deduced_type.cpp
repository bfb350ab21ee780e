// About: a type that is deduced is not of C.
// refused: LW0208
#include <cstdio>
static int a[24], b[25], t;

static void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++) {
    auto x = 2 * i;
    a[i] = x + 1;
  }
#pragma endscop
}
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
