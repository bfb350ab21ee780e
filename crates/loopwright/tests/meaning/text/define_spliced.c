// About: a define after a splice.
// refused: LW0208
#include <stdio.h>

static int f(int n, int *a) {
#pragma scop
# \
  define K 3
    for (int i = 0; i < n; i++)
      a[i] += K;
#pragma endscop
#ifdef K
  return K;
#else
  return 0;
#endif
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
