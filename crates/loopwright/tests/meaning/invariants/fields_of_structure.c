// About: fields of a structure passed by value, an array of extents, and twice a field less one.
// script: interchange(S0.i, S0.j)
// legal
// script: reverse(S1.i)
// legal
#include <stdio.h>

struct shape {
  short rows;
  unsigned char columns;
};

static void kernel(struct shape s, const long dims[2], int a[9][9], int *b) {
#pragma scop
  for (int i = 0; i < s.rows; i++)
    for (int j = 0; j < s.columns; j++)
      a[i][j] += i - j;
  for (long i = dims[0]; i < s.rows * 2 - 1; i++)
    b[i] = dims[0] + i;
#pragma endscop
}

int main(void) {
  for (int n = 0; n < 6; n++) {
    int a[9][9] = {{1, 2}, {3}}, b[12] = {0};
    long dims[2] = {n / 2, 7};
    kernel((struct shape){n, 9 - n}, dims, a, b);
    for (int i = 0; i < 81; i++)
      printf("%d ", a[i / 9][i % 9]);
    for (int i = 0; i < 12; i++)
      printf("%d ", b[i]);
    printf("\n");
  }
  return 0;
}
