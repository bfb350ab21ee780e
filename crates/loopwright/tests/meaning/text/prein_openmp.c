// About: the branch in the region that the compiler takes: defined(_OPENMP).
// refused: LW0129
#include <stdio.h>
#include <limits.h>

static int f(int n, int *a) {
#pragma scop
    for (int i = 0; i < n; i++)
#if defined(_OPENMP)
      a[i] += 3 * i;
#else
      a[i] += 5 + i;
#endif
#pragma endscop
  return n;
}

int main(void) {
  for (int n = 0; n < 7; n++) {
    int a[16] = {0};
    int r = f(n, a);
    printf("%d: %d:", n, r);
    for (int i = 0; i < 16; i++)
      printf(" %d", a[i]);
    printf("\n");
  }
  return 0;
}
