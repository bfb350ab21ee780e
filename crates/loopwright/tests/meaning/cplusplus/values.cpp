// About: functions that take values are like those of C.
// script: reverse(S1.i)
// legal
#include <cstdio>
static int a[24], b[25], t;
static inline int half(int x) { return x / 2; }
struct point { int x, y; };
static point p[24];
static void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    p[i].x = half(i) + 1;
  for (int i = 0; i < n; i++)
    a[i] = half(p[i].x) + b[i];
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
