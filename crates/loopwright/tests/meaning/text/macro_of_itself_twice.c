// About: text with a macro of its own name expanded would be expanded again.
// refused: LW0011
#include <stdio.h>
static int a[24];
static struct { int len; } s;
static int h(int x) { return x > 3; }
#define h(x) (!h(x))
static void kernel(int n)
{
  (void)n;
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = h(i);
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
