// About: a typedef in the region that hides another.
// refused: LW0208
#include <stdio.h>
typedef int T;

static int f(int n, int *a) {
#pragma scop
    typedef unsigned char T;
    for (int i = 0; i < n; i++)
      a[i] += (T)(i * 400);
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
