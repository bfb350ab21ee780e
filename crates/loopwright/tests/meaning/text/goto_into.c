// About: goto into a region.
// refused: LW0201
#include <stdio.h>

static int f(int n, int *a) {
  int t = 0;
  if (n == 4) goto in;
#pragma scop
    for (int i = 0; i < n; i++)
      a[i] += 1;
in: a[9] += 2;
#pragma endscop
  return t;
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
