// About: an array of the function that nobody reads behind the region need not hold anything there
// script: realign(S, T, 1); contract(t)
// legal
// script: realign(S, T, 1); modulo(t, 0, 2)
// legal
// script: realign(P, Q, 1); modulo(u, 0, 2)
// legal
// script: private(w, V.i); parallel(V.i)
// legal
#include <stdio.h>
#include <stdlib.h>

static double a[30], b[30], c[30], d[30][30];

static void kernel(int n)
{
  double t[30], w[30];
  a[0] = n;
  for (int r = 0; r < 2; r++) {
    double u[n + 2];
#pragma scop
    for (int i = 0; i < n; i++)
      S: t[i] = a[i] * 2;
    for (int i = 0; i < n; i++)
      T: b[i] = t[i] + 1;
    for (int i = 0; i < n; i++)
      P: u[i] = b[i] - a[i];
    for (int i = 0; i < n; i++)
      Q: c[i] += u[i];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++)
        V: w[j] = a[i] * j;
      for (int j = 0; j < n; j++)
        W: d[i][j] = w[n - 1 - j];
    }
#pragma endscop
    a[1] += b[r] + c[0];
    t[0] = a[1];
    for (int i = 0; i < n; i++)
      w[i] = r;
  }
}

int main(void)
{
  for (int n = 1; n <= 30; n += 7) {
    for (int i = 0; i < 30; i++)
      a[i] = i % 7 - 3;
    kernel(n);
    printf("%d %g %g %g %g %g\n", n, b[0], b[n - 1], c[n / 2], a[1], d[n - 1][0]);
  }
  return 0;
}
