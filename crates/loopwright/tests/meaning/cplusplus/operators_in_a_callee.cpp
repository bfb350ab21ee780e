// About: a function that is called computes with an object that does more than it shows.
// script: reverse(S0.i)
// illegal
#include <cstdio>
static int a[24], b[25], t;
struct V {
  int x;
  void operator+=(int y) { t = t * 3 % 100 + y; x += y; }
};
static int next(int y)
{
  V v = { 1 };
  v += y;
  return v.x;
}
static void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = next(i);
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
