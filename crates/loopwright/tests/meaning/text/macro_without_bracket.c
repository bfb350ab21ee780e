// About: a name that no bracket follows when it is read is no call of a macro.
// refused: LW0011
#include <stdio.h>
static int a[24];
static struct { int len; } s;
static int f(int x) { return x * 3 - 7; }
#define f(x) (x)
#define NOTHING
#define CF(x) f NOTHING (x)
static void kernel(int n)
{
  (void)n;
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = CF(i);
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
