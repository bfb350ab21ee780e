// About: members of a class that others inherit from hide variables.
// refused: LW0208
#include <cstdio>
static int a[24], b[25], t;
struct R { int b[25]; };
struct S : R {
  void h(int n)
  {
#pragma scop
    for (int i = 0; i < n; i++) {
      b[i] = i;
      a[i] = b[i] + 1;
    }
#pragma endscop
  }
} s;
static void kernel(int n) { s.h(n); }
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
