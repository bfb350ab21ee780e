// About: an array of the function that is read behind the region keeps its values there
// script: realign(S, T, 1); contract(t)
// illegal
// script: realign(P, Q, 1); contract(u)
// illegal
// script: realign(V, W, 1); contract(w)
// illegal
#include <stdio.h>

static double a[30], b[30];

static double kernel(int n, int m)
{
  double t[30] = {0}, u[30] = {0}, w[30] = {0};
  for (int r = 0; r < 2; r++) {
    a[0] += w[r];
#pragma scop
    for (int i = 0; i < n; i++)
      S: t[i] = a[i] * 2;
    for (int i = 0; i < n; i++)
      T: b[i] = t[i] + 1;
    for (int i = 0; i < n; i++)
      P: u[i] = b[i] - a[i];
    for (int i = 0; i < n; i++)
      Q: b[i] += u[i];
    for (int i = 0; i < n; i++)
      V: w[i] = b[i] - a[i];
    for (int i = 0; i < n; i++)
      W: b[i] += w[i];
#pragma endscop
    if (m > 3)
      return t[m];
    u[0] += b[0];
  }
  return u[0];
}

int main(void)
{
  for (int i = 0; i < 30; i++)
    a[i] = i % 7 - 3;
  for (int n = 1; n < 30; n += 7)
    printf("%d %g %g\n", n, kernel(n, n), b[0]);
  return 0;
}
