// About: In the lanes of a parallel vector loop around the region no threads can start.
// script: parallel(S0.i)
// legal
// script: vectorize(S0.i, 4)
#include <stdio.h>
int a[50], b[50];
static void kernel(int n) {
#pragma omp parallel for simd schedule(static)
  for (int k = 0; k < 4; k++)
    if (k > 0) {
#pragma scop
      for (int i = 10 * k; i < 10 * k + n; i++)
        a[i] += k;
#pragma endscop
    } else
      a[0] = 1;
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
