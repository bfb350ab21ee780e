// About: omp for inside a parallel block: without it each thread does all.
// refused: LW0011
#include <stdio.h>

static int f(int n, int *a) {
#pragma omp parallel num_threads(3)
  {
#pragma scop
#pragma omp for
    for (int i = 0; i < n; i++)
      a[i] += i + 1;
#pragma endscop
  }
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
