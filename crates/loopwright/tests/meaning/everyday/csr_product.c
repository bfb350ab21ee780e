// About: a product with a sparse matrix: the rows are as long as data say.
// script: parallel(S1.i)
// legal
// script: reverse(S1.i)
// legal
#include <stdio.h>

static int start[9], col[64];
static double val[64], x[8], y[8];

static void kernel(int n) {
#pragma scop
  for (int i = 0; i < n; i++) {
    y[i] = 0;
    for (int k = start[i]; k < start[i + 1]; k++) {
      int c = col[k];
      y[i] += val[k] * x[c];
    }
  }
#pragma endscop
}

static void run(int n) {
  start[0] = 0;
  for (int i = 0; i < 8; i++) {
    start[i + 1] = start[i] + i % 4;
    x[i] = i * i - 3;
    y[i] = -1;
  }
  for (int k = 0; k < 64; k++) {
    col[k] = k * 5 % 8;
    val[k] = k + 1;
  }
  kernel(n);
  printf("%d:", n);
  for (int i = 0; i < 8; i++)
    printf(" %g", y[i]);
  printf("\n");
}

int main(void) {
  run(0);
  run(1);
  run(2);
  run(8);
  return 0;
}
