// About: a pointer is changed by the function that it is given to.
// refused: LW0208
#include <cstdio>
static int a[24], b[25], t;
static void reset(int *&p) { p = b; }
static void kernel(int n)
{
  int *p = a;
  reset(p);
#pragma scop
  for (int i = 0; i < n; i++)
    p[i] = b[i + 1] + 1;
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
