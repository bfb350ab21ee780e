// About: an option of the compiler decides what a macro behind the region stands for.
// refused: LW0129
#include <stdio.h>
static int a[12];
#if defined(_OPENMP)
#define RESULT t
#else
#define RESULT 0
#endif

static int f(int n)
{
  int t = -1;
#pragma scop
  for (int i = 0; i < n; i++) {
    t = i * 3;
    a[i] = t;
  }
#pragma endscop
  return RESULT;
}

int main(void)
{
  for (int n = 0; n < 12; n += 5) {
    int r = f(n);
    printf("%d:", r);
    for (int i = 0; i < 12; i++)
      printf(" %d", a[i]);
    printf("\n");
  }
}
