// About: a macro calls the function of its own name, with other arguments, and is not expanded again.
// refused: LW0011
#include <stdio.h>
static int a[24];
static struct { int len; } s;
static int g(int x, int y) { return x * 2 - y; }
#define g(x, y) g(y, x)
static void kernel(int n)
{
  (void)n;
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = g(i, n);
#pragma endscop
}
int main(void)
{
  static const int sizes[] = { 0, 1, 2, 11, 24 };
  for (int k = 0; k < 5; k++) {
    s.len = sizes[k];
    kernel(sizes[k]);
    for (int i = 0; i < 24; i++)
      printf(" %d", a[i]);
    puts("");
  }
}
