// About: scripts in comments and #if 0 are no scripts.
#include <stdio.h>

static int f(int n, int *a) {
#pragma scop
#if 0
#pragma loopwright reverse(S0.i)
#endif
// #pragma loopwright reverse(S0.i)
/*
#pragma loopwright parallel(S0.i)
*/
    for (int i = 0; i < n; i++)
      a[i + 1] += a[i] + 1;
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
