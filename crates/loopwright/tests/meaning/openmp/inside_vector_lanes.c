// About: In the lanes of a vector loop around the region no threads can start.
// script: parallel(S0.i)
// legal
// script: vectorize(S0.i, 4)
#include <stdio.h>
int a[50], b[50];
static void kernel(int n) {
#pragma omp simd
  for (int k = 0; k < 4; k++) {
#pragma scop
    for (int i = 10 * k; i < 10 * k + n; i++)
      b[i] = a[i] + k;
#pragma endscop
  }
  printf("%d:", n);
  for (int i = 0; i < 50; i++)
    printf(" %d %d", a[i], b[i]);
  printf("\n");
}
int main(void) {
  for (int i = 0; i < 50; i++)
    a[i] = i % 7;
  kernel(0);
  kernel(1);
  kernel(2);
  kernel(10);
  return 0;
}
