// The matrix product; product.lw is its script, product_main.c measures it.
#include <stdlib.h>

extern double A[SIZE][SIZE], B[SIZE][SIZE], C[SIZE][SIZE];

void product(void) {
#pragma scop
  for (int i = 0; i < SIZE; i++)
    for (int j = 0; j < SIZE; j++)
      for (int k = 0; k < SIZE; k++)
S:      C[i][j] += A[i][k] * B[k][j];
#pragma endscop
}
