// About: A matrix for each iteration, written by rows and read by columns.
// script: parallel(S0.i)
// legal
// script: vectorize(S0.i)
// legal
#include <stdio.h>
static double a[30][3], b[30][3];
static void kernel(int n) {
#pragma scop
  for (int i = 0; i < n; i++) {
    double m[3][3];
    for (int k = 0; k < 3; k++)
      for (int l = 0; l < 3; l++)
        m[k][l] = a[i][k] * (l + 1) - a[i][l];
    for (int l = 0; l < 3; l++)
      b[i][l] = 0;
    for (int l = 0; l < 3; l++)
      for (int k = 0; k < 3; k++)
        b[i][l] += m[k][l] * a[i][k];
  }
#pragma endscop
}
int main(void) {
  for (int i = 0; i < 30; i++)
    for (int k = 0; k < 3; k++)
      a[i][k] = (i * 5 + k * 7) % 13 - 6;
  for (int n = 0; n < 30; n += 9) {
    kernel(n);
    for (int i = 0; i < 30; i++)
      printf(" %g,%g,%g", b[i][0], b[i][1], b[i][2]);
    printf("\n");
  }
  return 0;
}
