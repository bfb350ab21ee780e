// About: the butterflies of one stage of a transform: pairs of cells half a block apart.
// script: parallel(S0.k)
// script: parallel(S4.j)
#include <stdio.h>

static double re[32], im[32], wr[32], wi[32];

static void kernel(int n, int half) {
#pragma scop
  for (int k = 0; k < n; k++)
    for (int j = 0; j < half; j++) {
      int a = k * 2 * half + j;
      int b = a + half;
      double tr = wr[j] * re[b] - wi[j] * im[b];
      double ti = wr[j] * im[b] + wi[j] * re[b];
      re[b] = re[a] - tr;
      im[b] = im[a] - ti;
      re[a] = re[a] + tr;
      im[a] = im[a] + ti;
    }
#pragma endscop
}

static void run(int n) {
  for (int q = 0; q < 32; q++) {
    re[q] = (q * 37 + 11) % 23;
    im[q] = (q * 17 + 5) % 19;
    wr[q] = q + 1;
    wi[q] = q - 3;
  }
  for (int half = 1; half < n; half *= 2)
    kernel(n / (2 * half), half);
  printf("%d:", n);
  for (int q = 0; q < 32; q++)
    printf(" %g %g", re[q], im[q]);
  printf("\n");
}

int main(void) {
  run(0);
  run(1);
  run(2);
  run(4);
  run(32);
  return 0;
}
