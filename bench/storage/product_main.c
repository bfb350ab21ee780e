// Measures versions of the matrix product, one of them that of OpenBLAS, with one thread.
#include <cblas.h>

_Alignas(64) double A[SIZE][SIZE], B[SIZE][SIZE], C[SIZE][SIZE];
#define RESULT C
#include "measure.h"

void plain(void);
void interchanged(void);
void unpacked(void);
void packed(void);

static void openblas(void) {
  cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, SIZE, SIZE, SIZE, 1.0, &A[0][0], SIZE, &B[0][0], SIZE, 1.0, &C[0][0], SIZE);
}

static void prepare(void) {
  for (int i = 0; i < SIZE; i++)
    for (int j = 0; j < SIZE; j++)
      C[i][j] = (double)(i - j) / SIZE;
}

int main(int argc, char **argv) {
  openblas_set_num_threads(1);
  srand(1);
  for (int i = 0; i < SIZE; i++)
    for (int j = 0; j < SIZE; j++) {
      A[i][j] = 2.0 * rand() / RAND_MAX - 1;
      B[i][j] = 2.0 * rand() / RAND_MAX - 1;
    }
  struct version versions[] = {{"plain", plain}, {"interchanged", interchanged}, {"unpacked", unpacked}, {"packed", packed}, {"openblas", openblas}};
  // Twice what rounding can do to the sums, which are at most SIZE + 1, in any order.
  double allowed = 2.0 * SIZE * (SIZE + 2) * 0x1p-53;
  return measure(versions, sizeof versions / sizeof *versions, argc > 1 ? atoi(argv[1]) : 5, prepare, allowed);
}
