// script: realign(Init, Mult, 0)
// script: affine(Mult, {[i,j,k] -> [i,k,j]})
// then: tile(Mult, 4, 4, 4)
// then: reverse(Init.j)
// has: for (int j = n - 1; j >= 0; j--)
// has: Init: C[i][j] = 0; // at first
// has: // Then a sum.
#include <stdio.h>

static void multiply(int n, double A[n][n], double B[n][n], double C[n][n]) {
#pragma scop
  /* The product. */
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
Init:
      C[i][j] = 0; // at first
      // Then a sum.
      for (int k = 0; k < n; k++)
        Mult: C[i][j] += A[i][k] * B[k][j];
    }
#pragma endscop
}

int main(void) {
  for (int n = 1; n < 11; n++) {
    double A[n][n], B[n][n], C[n][n];
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) {
        A[i][j] = i + 2 * j;
        B[i][j] = i - j;
        C[i][j] = 99;
      }
    multiply(n, A, B, C);
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        printf("%g ", C[i][j]);
    printf("\n");
  }
  return 0;
}
