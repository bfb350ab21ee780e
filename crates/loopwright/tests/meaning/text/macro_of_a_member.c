// About: a macro has the name of the member that it stands for.
// refused: LW0011
#include <stdio.h>
static int a[24];
static struct { int len; } s;
#define len s.len
static void kernel(int n)
{
  (void)n;
#pragma scop
  for (int i = 0; i < len; i++)
    a[i] = i;
#pragma endscop
}
#undef len
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
