// About: A condition on the counter keeps the last iterations from writing: the last value is an earlier one.
// script: parallel(S0.i)
// script: parallel(S1.i)
// script: vectorize(S0.i, 4)
#include <stdio.h>
int a[40], b[40];
static void kernel(int n, int m) {
  int t = 77;
#pragma scop
  for (int i = 0; i < n; i++) {
    if (i < m)
      t = a[i];
    b[i] = a[i] + 2;
  }
#pragma endscop
  printf("%d %d: %d", n, m, t);
  for (int i = 0; i < 40; i++)
    printf(" %d", b[i]);
  printf("\n");
}
int main(void) {
  for (int i = 0; i < 40; i++)
    a[i] = i * 7 % 10;
  kernel(0, 3);
  kernel(1, 0);
  kernel(2, 1);
  kernel(10, 4);
  kernel(4, 10);
  kernel(40, 39);
  kernel(40, 0);
  return 0;
}
