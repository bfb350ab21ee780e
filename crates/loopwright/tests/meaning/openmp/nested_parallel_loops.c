// About: Of two parallel loops around each other one starts threads; last values pass through both.
// script: parallel(S0.i); parallel(S0.j)
// script: parallel(S0.i); vectorize(S0.j, 4)
// script: vectorize(S0.j, 4); parallel(S0.i)
#include <stdio.h>
int a[20], b[20][20], t = 4;
static void kernel(int n, int m) {
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      t = a[i] + j;
      b[i][j] = t;
    }
#pragma endscop
  printf("%d %d: %d", n, m, t);
  for (int i = 0; i < 20; i++)
    printf(" %d", b[i][i % 3]);
  printf("\n");
}
int main(void) {
  for (int i = 0; i < 20; i++)
    a[i] = i * 3 % 7;
  kernel(0, 0);
  kernel(2, 0);
  kernel(0, 2);
  kernel(1, 1);
  kernel(7, 9);
  kernel(20, 20);
  return 0;
}
