// About: a field is of a class whose assignment does more than it says.
// refused: LW0208
#include <cstdio>
static int a[24], b[25], t;
struct V { int x; V &operator=(int y) { x = y + t++; return *this; } };
struct W { V m; };
static W v[24];
static void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    v[i].m = i;
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
