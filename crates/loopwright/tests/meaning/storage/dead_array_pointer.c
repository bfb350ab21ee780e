// About: an array is read behind the region by a pointer that was made before it
// script: realign(S, T, 1); contract(t)
// illegal
// script: realign(P, Q, 1); contract(u)
// illegal
#include <stdio.h>

static double a[30], b[30];

static double kernel(int n)
{
  double t[30] = {0}, u[30][2] = {{0}};
  double *p = t, *row = u[0];
#pragma scop
  for (int i = 0; i < n; i++)
    S: t[i] = a[i] * 2;
  for (int i = 0; i < n; i++)
    T: b[i] = t[i] + 1;
  for (int i = 0; i < n; i++)
    P: u[i][1] = b[i] - a[i];
  for (int i = 0; i < n; i++)
    Q: b[i] += u[i][1];
#pragma endscop
  return p[0] + row[1];
}

int main(void)
{
  for (int i = 0; i < 30; i++)
    a[i] = i % 7 - 3;
  for (int n = 1; n < 30; n += 7)
    printf("%d %g %g\n", n, kernel(n), b[0]);
  return 0;
}
