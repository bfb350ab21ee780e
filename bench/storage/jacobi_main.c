// Measures versions of a stencil: with all its time steps in memory, with few, and as it is usually
// written, with two arrays.
double X[SIZE][SIZE];
#define RESULT X
#include "measure.h"

void full(void);
void contracted(void);
void tiled(void);
void tiled_contracted(void);

static double Y[SIZE][SIZE];

static void step(double to[restrict SIZE][SIZE], double from[restrict SIZE][SIZE]) {
  for (int i = 1; i < SIZE - 1; i++)
    for (int j = 1; j < SIZE - 1; j++)
      to[i][j] = 0.2 * (from[i][j] + from[i][j - 1] + from[i][j + 1] + from[i - 1][j] + from[i + 1][j]);
}

static void two_arrays(void) {
  memcpy(Y, X, sizeof X);
  for (int t = 1; t < STEPS; t += 2) {
    step(Y, X);
    step(X, Y);
  }
  if (STEPS % 2 == 1) {
    step(Y, X);
    memcpy(X, Y, sizeof X);
  }
}

static void prepare(void) {
  srand(1);
  for (int i = 0; i < SIZE; i++)
    for (int j = 0; j < SIZE; j++)
      X[i][j] = (double)rand() / RAND_MAX;
}

int main(int argc, char **argv) {
  struct version versions[] = {
      {"full", full}, {"contracted", contracted}, {"two_arrays", two_arrays}, {"tiled", tiled}, {"tiled_contracted", tiled_contracted}};
  // Rounding: five operations on values of at most 5 in each step.
  return measure(versions, sizeof versions / sizeof *versions, argc > 1 ? atoi(argv[1]) : 5, prepare, 25.0 * STEPS * 0x1p-53);
}
