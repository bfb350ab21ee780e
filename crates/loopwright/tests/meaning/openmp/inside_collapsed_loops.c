// About: The region is in the body of both collapsed loops, where all is as ever.
// script: parallel(S0.i)
// legal
#include <stdio.h>
int a[50], b[100];
static void kernel(int n) {
#pragma omp parallel for collapse(2)
  for (int k = 0; k < 2; k++)
    for (int l = 0; l < 2; l++) {
#pragma scop
      for (int i = 0; i < n; i++)
        b[20 * (2 * k + l) + i] = a[i] + k;
#pragma endscop
    }
  printf("%d:", n);
  for (int i = 0; i < 100; i++)
    printf(" %d", b[i]);
  printf("\n");
}
int main(void) {
  for (int i = 0; i < 50; i++)
    a[i] = i % 7;
  kernel(0);
  kernel(1);
  kernel(2);
  kernel(20);
  return 0;
}
