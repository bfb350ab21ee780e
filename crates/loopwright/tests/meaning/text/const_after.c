// About: a const declared in the region is used after it.
// refused: LW0208
#include <stdio.h>

static int f(int n, int *a) {
#pragma scop
    const int m = n + 1;
    for (int i = 0; i < m; i++)
      a[i] += m;
#pragma endscop
  return m;
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
