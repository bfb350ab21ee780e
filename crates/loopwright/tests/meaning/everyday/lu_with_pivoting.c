// About: elimination with the largest pivot of each column: which row it is in is up to data.
// script: reverse(S0.k)
// illegal
#include <math.h>
#include <stdio.h>

static double a[8 * 8];
static int pivot[8];

static void kernel(int n) {
#pragma scop
  for (int k = 0; k < n; k++) {
    int best = k;
    for (int i = k + 1; i < n; i++)
      if (fabs(a[i * n + k]) > fabs(a[best * n + k]))
        best = i;
    pivot[k] = best;
    for (int j = 0; j < n; j++) {
      double t = a[k * n + j];
      a[k * n + j] = a[best * n + j];
      a[best * n + j] = t;
    }
    for (int i = k + 1; i < n; i++) {
      a[i * n + k] /= a[k * n + k];
      for (int j = k + 1; j < n; j++)
        a[i * n + j] -= a[i * n + k] * a[k * n + j];
    }
  }
#pragma endscop
}

static void run(int n) {
  for (int q = 0; q < 64; q++)
    a[q] = (q * q * 37 + 11) % 23 + 1;
  for (int q = 0; q < 8; q++)
    pivot[q] = -1;
  kernel(n);
  printf("%d:", n);
  for (int q = 0; q < 64; q++)
    printf(" %.10g", a[q]);
  for (int q = 0; q < 8; q++)
    printf(" %d", pivot[q]);
  printf("\n");
}

int main(void) {
  run(0);
  run(1);
  run(2);
  run(5);
  run(8);
  return 0;
}
