// About: pragmas of loops.
#include <stdio.h>

static int f(int n, int *a) {
#pragma scop
#pragma GCC unroll 4
    for (int i = 0; i < n; i++)
#pragma GCC ivdep
      for (int j = 0; j < 3; j++)
        a[i + j] += 1;
#pragma endscop
  return 0;
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
