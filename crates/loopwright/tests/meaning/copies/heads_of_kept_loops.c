// About: the heads of loops inside of a statement that is kept as a whole are its text: `2 * m` in a copy overflows where `i * m` does.
// script: unroll(S0.i, 4)
// legal
// script: peel(S0.i, 3)
// legal
// script: peel(S1.i, 2)
// legal
#include <stdio.h>

static void kernel(int n, int m, int *a, int *b) {
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 0; i * j < i; j += 2)
      for (int k = i * m - m * i; k <= n; k++)
        a[i + k] += j + 1;
  for (int i = 1; i < n; i++)
    for (int j = m << i; j < i; j++)
      b[j + 40] += b[i] + j;
#pragma endscop
}

int main(void) {
  for (int n = 0; n <= 4; n++)
    for (int m = 0; m <= 3; m++) {
      int a[20] = {0}, b[60] = {1, 2, 3};
      kernel(n, m, a, b);
      for (int i = 0; i < 20; i++)
        printf("%d %d %d %d ", a[i], b[i], b[20 + i], b[40 + i]);
      printf("\n");
    }
  int a[2] = {0}, b[2] = {0};
  kernel(1, 2147483647, a, b);
  printf("%d %d\n", a[0], a[1]);
  return 0;
}
