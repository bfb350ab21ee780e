// About: a typedef in the region used after it.
// refused: LW0208
#include <stdio.h>

static int f(int n, int *a) {
#pragma scop
    typedef short T;
    for (int i = 0; i < n; i++)
      a[i] += (T)(i * 40000);
#pragma endscop
  T x = (T)70000;
  return x;
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
