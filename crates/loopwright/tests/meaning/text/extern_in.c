// About: a local extern in the region.
// refused: LW0208
#include <stdio.h>
int gg = 4;

static int f(int n, int *a) {
#pragma scop
    extern int gg;
    for (int i = 0; i < n; i++)
      a[i] += gg;
#pragma endscop
  return gg;
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
