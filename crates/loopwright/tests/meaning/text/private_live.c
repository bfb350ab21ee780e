// About: private(x) leaves the x of the program alone.
// refused: LW0011
#include <stdio.h>

static int f(int n, int *a) {
  int x = 5, i;
#pragma scop
#pragma omp parallel for private(x)
    for (i = 0; i < n; i++) {
      x = i * 2;
      a[i] += x;
    }
#pragma endscop
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
