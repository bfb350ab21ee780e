// About: a function that is called has a second name for a variable.
// script: reverse(S0.i)
// illegal
#include <cstdio>
static int a[24], b[25], t;
static int next(int y) { int &x = t; x = 3 * x % 100 + y; return x; }
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
