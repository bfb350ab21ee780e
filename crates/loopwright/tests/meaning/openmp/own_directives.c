// About: Parallel loops of the region, with what is in them, may run one after the other or be others.
// script: parallel(S0.i, reduction)
// script: vectorize(S1.i, 4)
#include <stdio.h>
int a[40], b[40], s;
static void kernel(int n) {
#pragma scop
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
#pragma omp atomic
    s += a[i];
  }
#pragma omp simd
  for (int i = 0; i < n; i++)
    b[i] = a[i] * 2;
#pragma endscop
  printf("%d: %d", n, s);
  for (int i = 0; i < 40; i++)
    printf(" %d", b[i]);
  printf("\n");
}
int main(void) {
  for (int i = 0; i < 40; i++)
    a[i] = i % 7;
  kernel(0);
  kernel(1);
  kernel(2);
  kernel(40);
  return 0;
}
