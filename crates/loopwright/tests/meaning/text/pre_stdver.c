// About: the branch that the compiler takes: __STDC_VERSION__ >= 201710L.
// refused: LW0129
#include <stdio.h>
#include <limits.h>
#if __STDC_VERSION__ >= 201710L
#define K 3 + i
#else
#define K 5 * i
#endif

static int f(int n, int *a) {
#pragma scop
    for (int i = 0; i < n; i++)
      a[i] += K;
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
