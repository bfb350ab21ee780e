// About: `sizeof` is a constant without a sign; that of an array that is a parameter is that of a pointer.
// script: peel(S0.i, 1)
// legal
// script: reverse(S0.i)
// legal
// script: stripmine(S1.i, 2)
// legal
#include <stdio.h>

static const int table[7] = {3, 1, 4, 1, 5, 9, 2};

static void kernel(int m, const short given[9], int *a, int b[][4]) {
#pragma scop
  for (int i = 0; i < sizeof(table) / sizeof(table[0]); i++)
    a[i] += table[i];
  for (unsigned i = 0; i < sizeof given; i++)
    a[i] -= given[i];
  for (int i = m; i < (int)sizeof(double); i++)
    if (i < sizeof(short))
      b[i - m][sizeof(int) - 1] += i;
  for (int i = 0; i < sizeof b[0] / sizeof *b[0]; i++)
    b[0][i] += sizeof(char);
#pragma endscop
}

int main(void) {
  const short given[9] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
  for (int m = -3; m < 4; m++) {
    int a[9] = {0}, b[12][4] = {{0}};
    kernel(m, given, a, b);
    for (int i = 0; i < 9; i++)
      printf("%d ", a[i]);
    for (int i = 0; i < 48; i++)
      printf("%d ", b[i / 4][i % 4]);
    printf("\n");
  }
  return 0;
}
