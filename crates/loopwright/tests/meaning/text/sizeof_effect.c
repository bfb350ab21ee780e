// About: sizeof of a VLA type evaluates its extent.
// refused: LW0208
#include <stdio.h>

static int f(int n, int *a) {
  int j = 1;
#pragma scop
    for (int i = 1; i < n; i++)
      a[i] += sizeof(int[j++]);
#pragma endscop
  return j;
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
