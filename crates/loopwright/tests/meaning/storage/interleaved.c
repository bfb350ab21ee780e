// About: arrays whose elements are kept beside each other, with values from before and for later
// script: aos(x, y); parallel(S.i); interchange(S.i, S.j)
// legal
// script: aos(y, x); aos(u, v); realign(P, Q, 1)
// legal
// script: aos(s, t); parallel(A.i)
// legal
// script: aos(v, u, w); parallel(R.i)
// legal
// script: aos(u, w); reverse(P.i)
// legal
#include <stdio.h>
#include <stdlib.h>

static double x[9][9], y[9][9], kept[9], v[12], s, t;
static double w[9] = { 1, 2, 3, 4, 5, 6, 7, 8, 9 };

static void kernel(int n, double *z)
{
  double u[9];
  for (int i = 0; i < 9; i++)
    u[i] = kept[i];
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 1; j < n; j++) {
      S: x[i][j] = y[i][j - 1] * w[j];
      T: y[i][j] = x[i][j - 1] + y[i][j];
    }
  for (int i = 0; i < n; i++)
    P: u[i] = w[i] - x[i][2];
  for (int i = 0; i < n; i++)
    Q: v[i + 3] = u[i] - v[i + 3];
  for (int i = 0; i < 9; i++) {
    R: z[i] = v[i + 3] - u[i];
    if (z[i] > 0)
      u[i] = z[i] - v[i + 3] * 2;
  }
  for (int i = 0; i < n; i++) {
    A: s = u[i];
    B: t = w[i] - s;
    C: z[i] += t * s;
  }
#pragma endscop
  for (int i = 0; i < 9; i++)
    kept[i] = u[i];
}

int main(void)
{
  double z[9] = { 0 };
  for (int i = 0; i < 9; i++)
    for (int j = 0; j < 9; j++) {
      x[i][j] = i * 3 + j % 4;
      y[i][j] = (i + j) % 3 - 1;
    }
  for (int n = 0; n <= 9; n += 3) {
    kernel(n, z);
    printf("%g %g:", s, t);
    for (int i = 0; i < 9; i++) {
      printf(" %g %g %g %g", kept[i], v[i], v[i + 3], z[i]);
      for (int j = 0; j < 9; j++)
        printf(" %g %g", x[i][j], y[i][j]);
    }
    printf("\n");
  }
  return 0;
}
