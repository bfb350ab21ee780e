// About: goto into a loop of a region.
// refused: LW0201
#include <stdio.h>

static int f(int n, int *a) {
  int i = 1;
  if (n == 4) goto in;
#pragma scop
    for (i = 0; i < n; i++)
in:   a[i] += 1;
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
