// About: a row of which the iterations write more and more is a temporary of each iteration if nobody reads it later
// script: private(t, S.i)
// legal
// script: parallel(S.i)
// legal
// script: private(u, U.i); parallel(U.i)
#include <stdio.h>

static int a[9][9], b[9][9], c[9];

static void kernel(int n)
{
  int t[9], u[9];
#pragma scop
  for (int i = 0; i < n; i++) {
    for (int j = 0; j <= i; j++)
      S: t[j] = a[i][j];
    for (int j = 0; j <= i; j++)
      T: b[i][j] = t[i - j];
  }
  for (int i = 0; i < n; i++) {
    for (int j = 0; j <= i; j++)
      U: u[j] = a[i][j] + i;
    for (int j = 0; j <= i; j++)
      V: b[i][j] += u[j];
  }
#pragma endscop
  for (int i = 0; i < n; i++)
    c[i] = u[i];
}

int main(void)
{
  for (int i = 0; i < 9; i++)
    for (int j = 0; j < 9; j++)
      a[i][j] = (i * 5 + j * 3) % 11;
  for (int n = 0; n <= 9; n++) {
    kernel(n);
    for (int i = 0; i < 9; i++) {
      printf(" %d", c[i]);
      for (int j = 0; j < 9; j++)
        printf(" %d", b[i][j]);
    }
    printf("\n");
  }
  return 0;
}
