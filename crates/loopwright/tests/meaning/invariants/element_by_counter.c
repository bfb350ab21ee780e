// About: `dims[k]` is another one in every iteration of `k`; `dims[0]` is not.
// script: reverse(S0.i)
#include <stdio.h>

static void kernel(const int dims[], int a[][6], int *b) {
#pragma scop
  for (int i = 0; i < dims[0]; i++)
    b[i] = i;
  for (int k = 0; k < 3; k++)
    for (int j = 0; j < dims[k]; j++)
      a[k][j] += k - j;
#pragma endscop
}

int main(void) {
  for (int n = 0; n < 6; n++) {
    int a[3][6] = {{1, 2}, {3}}, b[6] = {0};
    const int dims[3] = {n, 6 - n, n / 2};
    kernel(dims, a, b);
    for (int i = 0; i < 18; i++)
      printf("%d ", a[i / 6][i % 6]);
    for (int i = 0; i < 6; i++)
      printf("%d ", b[i]);
    printf("\n");
  }
  return 0;
}
