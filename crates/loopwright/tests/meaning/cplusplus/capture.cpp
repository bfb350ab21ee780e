// About: a function captures a variable by reference.
// refused: LW0208
#include <cstdio>
static int a[24], b[25], t;

static void kernel(int n)
{
  int s = 0;
  auto add = [&](int x) { s += x; };
#pragma scop
  for (int i = 0; i < n; i++)
    s += i;
#pragma endscop
  add(3);
  t = s;
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
