// About: a field becomes a number by a function that nobody sees.
// refused: LW0208
#include <cstdio>
static int a[24], b[25], t;
struct M { int x; operator int() const { return x + t++; } };
struct W { int q; M m; } v[24];
static void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = v[i].m;
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
