// About: the type of an argument says which function is called, so counters keep theirs.
// script: unroll(S0.i, 2)
#include <cstdio>
static int a[24], b[25], t;
static int f(int) { return 1; }
static int f(long) { return 2; }
static int size(int) { return 4; }
static int size(long) { return 8; }
static void kernel(int n)
{
#pragma scop
  for (long i = 0; i < n; i++)
    a[i] = f(i) + 10 * size(i);
  for (int i = 0; i < n; i++)
    b[i] = f(i) + 10 * size(i);
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
