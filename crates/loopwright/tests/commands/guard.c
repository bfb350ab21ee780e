/* Loops whose new order is not right for all arguments. */
#include <stdint.h>

void copy(int n, double *a, double *b) {
#pragma scop
#pragma loopwright reverse(S0.i)
  for (int i = 0; i < n; i++)
    b[i] = a[i];
#pragma endscop
}

void shifted(int n, int k, double *restrict a, double *restrict b, double *restrict c) {
#pragma scop
#pragma loopwright fuse(S0, S1)
  for (int i = 0; i < n; i++)
    a[i] = b[i];
  for (int i = 0; i < n; i++)
    c[i] = a[i + k];
#pragma endscop
}

void transposed(int n, double A[n][n], double B[n][n]) {
#pragma scop
#pragma loopwright interchange(T.i, T.j)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
T:    B[i][j] = A[j][i]; /* labels stand once in a function */
#pragma endscop
}

struct matrix {
  int rows;
  double *data;
};

void pointers(struct matrix *m, double *x) {
#pragma scop
#pragma loopwright reverse(S0.i)
  for (int i = 0; i < m->rows; i++)
    x[i] = m->data[i];
#pragma endscop
}

int length;
void counted(int *x, int *y) {
#pragma scop
#pragma loopwright reverse(S0.i)
  for (int i = 0; i < length; i++)
    y[i] = x[i];
#pragma endscop
}

void illegal(int n, double *restrict a) {
#pragma scop
#pragma loopwright reverse(S0.i)
  for (int i = 1; i < n; i++)
    a[i] += a[i - 1];
#pragma endscop
}

void harmless(int n, double *a, double *b) {
#pragma scop
  for (int i = 0; i < n; i++)
    b[i] = a[i];
#pragma endscop
}

void sums(int n, float A[16][16], float *x, float *y) {
#pragma scop
  for (int i = 0; i < 16; i++)
    for (int j = 0; j < 16; j++)
      y[j] += A[j][i] * x[i];
#pragma endscop
}
