// About: a pragma of the standard.
// refused: LW0011
#include <stdio.h>

static int f(int n, int *a) {
#pragma scop
    for (int i = 0; i < n; i++) {
#pragma STDC FP_CONTRACT OFF
      a[i] += 1;
    }
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
