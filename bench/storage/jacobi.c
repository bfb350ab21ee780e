// STEPS steps of a five-point stencil, with an array for each step; X is read at the start and written at
// the end. jacobi.lw is its script for tiles in time, jacobi_main.c measures it.
#include <stdlib.h>

extern double X[SIZE][SIZE];

void jacobi(void) {
#pragma scop
  double A[STEPS + 1][SIZE][SIZE];
  for (int i = 0; i < SIZE; i++)
    for (int j = 0; j < SIZE; j++)
First: A[0][i][j] = X[i][j];
  for (int t = 1; t <= STEPS; t++) {
    for (int i = 0; i < SIZE; i++)
West:  A[t][i][0] = A[t - 1][i][0];
    for (int i = 0; i < SIZE; i++)
East:  A[t][i][SIZE - 1] = A[t - 1][i][SIZE - 1];
    for (int j = 1; j < SIZE - 1; j++)
North: A[t][0][j] = A[t - 1][0][j];
    for (int j = 1; j < SIZE - 1; j++)
South: A[t][SIZE - 1][j] = A[t - 1][SIZE - 1][j];
    for (int i = 1; i < SIZE - 1; i++)
      for (int j = 1; j < SIZE - 1; j++)
S:      A[t][i][j] = 0.2 * (A[t - 1][i][j] + A[t - 1][i][j - 1] + A[t - 1][i][j + 1] + A[t - 1][i - 1][j] + A[t - 1][i + 1][j]);
  }
  for (int i = 0; i < SIZE; i++)
    for (int j = 0; j < SIZE; j++)
Last:  X[i][j] = A[STEPS][i][j];
#pragma endscop
}
