// About: an option of the compiler defines a macro that another condition asks for, behind the region.
// refused: LW0129
#include <stdio.h>
static int a[12];
#ifdef _OPENMP
#define WANTS_LAST 1
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
#if WANTS_LAST
  return t;
#else
  return 0;
#endif
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
