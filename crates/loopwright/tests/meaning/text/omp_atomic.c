// About: omp atomic within a parallel loop outside.
// refused: LW0011
#include <stdio.h>

static int f(int n, int *a) {
#pragma omp parallel for num_threads(3)
  for (int t = 0; t < 300; t++) {
#pragma scop
    for (int i = 0; i < n; i++)
#pragma omp atomic
      a[i] += 1;
#pragma endscop
  }
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
