// About: a packed cell that no iteration writes for the first row.
// script: pack(A, L4.j) ; parallel(L4.j)
// script: registers(L4) ; parallel(L4.j)
#include <stdio.h>
double A[40], B[40], C[400];
static void kernel(int n, int m, double *A, double *C, const double *B)
{
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      for (int k = 1; k < i + 1; k++)
        L1: A[i] = B[k];
      L4: C[j + 10 * i] = A[i];
    }
#pragma endscop
}
int main(void)
{
  static const int sizes[] = { 0, 1, 2, 3, 37 };
  for (int k = 0; k < 5; k++)
    for (int m = 0; m < 8; m += 3) {
      for (int i = 0; i < 40; i++) B[i] = i * i % 7, A[i] = i;
      kernel(sizes[k], m, A, C, B);
      for (int i = 0; i < 400; i++) printf(" %g", C[i] + A[i % 40]);
      printf("\n");
    }
}
