// About: a function for `short` is another one than that for `int`.
// refused: LW0208
#include <cstdio>
static int a[24];
static int f(short) { return 1; }
static int f(int) { return 2; }
int main()
{
#pragma scop
  for (short i = 0; i < 20; i++)
    a[i] = f(i);
#pragma endscop
  for (int i = 0; i < 24; i++)
    printf(" %d", a[i]);
  puts("");
}
