// About: an omp critical inside the region, within an omp parallel.
// refused: LW0011
#include <stdio.h>

static int f(int n, int *a) {
  int s = 0;
#pragma omp parallel num_threads(3)
  {
#pragma scop
    for (int i = 0; i < n; i++)
#pragma omp critical
      s += i;
#pragma endscop
  }
  a[0] = s;
  return n;
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
