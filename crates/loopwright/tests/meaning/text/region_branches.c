// About: region begun in one branch and ended in another.
// refused: LW0011
#include <stdio.h>

static int f(int n, int *a) {
#if 1
#pragma scop
#else
  a[0]++;
#endif
    for (int i = 0; i < n; i++)
      a[i] += 1;
#ifdef NO
#pragma endscop
  a[1]++;
#else
#pragma endscop
#endif
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
