// About: a variable declared in the region is used after it.
// refused: LW0208
#include <stdio.h>

static int f(int n, int *a) {
#pragma scop
    int s = 0;
    for (int i = 0; i < n; i++)
      s += i;
#pragma endscop
  return s;
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
