// About: a function changes what it is called with.
// refused: LW0208
#include <cstdio>
static int a[24], b[25], t;
static void add(int &x, int y) { x += y + 1; }
static void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    add(b[i + 1], b[i]);
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
