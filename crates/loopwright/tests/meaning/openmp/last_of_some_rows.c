// About: Only some outer iterations have inner ones: the last value is that of the last row that has any.
// script: parallel(S0.j)
// legal
// script: vectorize(S0.j, 4)
// script: parallel(S0.i)
// script: interchange(S0.i, S0.j); parallel(S0.i)
#include <stdio.h>
int a[30], b[30][30];
static void kernel(int n, int m) {
  int t = -5;
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = i; j < m; j++) {
      t = a[j] + i;
      b[i][j] = t;
    }
#pragma endscop
  long sum = 0;
  for (int i = 0; i < 30; i++)
    for (int j = 0; j < 30; j++)
      sum += (long)(i * 31 + j) * b[i][j];
  printf("%d %d: %d %ld\n", n, m, t, sum);
}
int main(void) {
  for (int i = 0; i < 30; i++)
    a[i] = i * 5 % 13;
  kernel(0, 0);
  kernel(1, 0);
  kernel(0, 5);
  kernel(1, 1);
  kernel(2, 1);
  kernel(20, 4);
  kernel(4, 20);
  kernel(13, 13);
  return 0;
}
