// About: A region in a parallel loop of the program: its own threads are others.
// script: parallel(S0.i)
// legal
// script: parallel(S0.i); vectorize(S0.i, 4)
#include <stdio.h>
int a[50], b[50];
static void kernel(int n) {
#pragma omp parallel for
  for (int k = 0; k < 4; k++) {
    int t = k;
#pragma scop
    for (int i = 10 * k; i < 10 * k + n; i++) {
      t = a[i];
      b[i] = t + 1;
    }
#pragma endscop
    b[40 + k] = t;
  }
  printf("%d:", n);
  for (int i = 0; i < 50; i++)
    printf(" %d", b[i]);
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
