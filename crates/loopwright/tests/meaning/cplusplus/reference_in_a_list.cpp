// About: a field is bound to a variable.
// refused: LW0208
#include <cstdio>
static int a[24], b[25], t;
struct P { int &r; };
static void kernel(int n)
{
  int s = 4;
  P p = { s };
#pragma scop
  for (int i = 0; i < n; i++) {
    s = b[i] + i;
    a[i] = s;
  }
#pragma endscop
  t = p.r;
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
