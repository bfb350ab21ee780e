// About: Two loops write the same scalar, and either may run zero times.
// script: parallel(S0.i); parallel(S2.j)
// script: fuse(S0.i, S2.j); parallel(S0.i)
// script: peel(S0.i, 1)
#include <stdio.h>
int a[30], b[30], c[30];
static int t;
static void kernel(int n, int m) {
#pragma scop
  for (int i = 0; i < n; i++) {
    t = a[i];
    b[i] = t * 2;
  }
  for (int j = 0; j < m; j++) {
    t = a[j] + 1;
    c[j] = t * 3;
  }
#pragma endscop
  printf("%d %d: %d", n, m, t);
  for (int i = 0; i < 30; i++)
    printf(" %d %d", b[i], c[i]);
  printf("\n");
}
int main(void) {
  for (int i = 0; i < 30; i++)
    a[i] = i * 11 % 19;
  t = 1000;
  kernel(0, 0);
  kernel(3, 0);
  kernel(0, 2);
  kernel(1, 1);
  kernel(2, 9);
  kernel(30, 0);
  kernel(0, 0);
  return 0;
}
