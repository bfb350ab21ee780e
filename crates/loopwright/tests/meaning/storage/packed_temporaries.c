// About: what a loop writes before it reads it need not be copied into a buffer, where it may have no value yet
// script: pack(t, S.i)
// legal
// script: pack(r, R.i)
// legal
// script: pack(t, S.i); pack(r, R.i)
// legal
// script: pack(r, R.j)
// script: pack(p, P.i)
// legal
// script: stripmine(P.i, 3); pack(p, P.i)
// script: pack(q, Q.i)
// script: pack(q, Q.i); parallel(R.i)
#include <stdio.h>
#include <stdlib.h>

static double a[9], b[9], c[9][9];

static double kernel(int n)
{
  double t, r[9], p[10], q[9];
  p[0] = 3;
#pragma scop
  for (int i = 0; i < n; i++) {
    S: t = a[i] * 2;
    T: b[i] = t + 1;
  }
  for (int i = 0; i < n; i++) {
    for (int j = 0; j <= i; j++)
      R: r[j] = a[j] + i;
    for (int j = 0; j <= i; j++)
      U: c[i][j] = r[i - j];
  }
  for (int i = 0; i < n; i++)
    P: p[i + 1] = p[i] / 2 + a[i];
  for (int i = 0; i < n; i++) {
    Q: q[i] = a[i];
    V: b[i] += q[i / 2] + p[n - i];
  }
#pragma endscop
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum = sum * 2 + p[i] + q[i] + r[i] + t;
  return sum;
}

int main(void)
{
  for (int i = 0; i < 9; i++)
    a[i] = i * 5 % 7;
  for (int n = 0; n <= 9; n++) {
    printf("%g:", kernel(n));
    for (int i = 0; i < 9; i++) {
      printf(" %g", b[i]);
      for (int j = 0; j < 9; j++)
        printf(" %g", c[i][j]);
    }
    printf("\n");
  }
  return 0;
}
