// About: an array that something else leads to may be read by it: a pointer, a function, a nested function, assembly
// script: realign(S, T, 1); contract(t)
// illegal
// script: realign(P, Q, 1); contract(u)
// illegal
// script: realign(V, W, 1); contract(w)
// illegal
// script: realign(X, Y, 1); contract(x)
// illegal
#include <stdio.h>

static double a[30], b[30];

static double last(const double *x, int n) { return x[n - 1]; }

static double kernel(int n)
{
  double t[30], u[30][2], w[30], x[30], y;
  double *p = t + 1;
  double first(void) { return w[0]; }
  for (int i = 0; i < 30; i++)
    t[i] = u[i][0] = u[i][1] = w[i] = x[i] = 0;
#pragma scop
  for (int i = 0; i < n; i++)
    S: t[i] = a[i] * 2;
  for (int i = 0; i < n; i++)
    T: b[i] = t[i] + 1;
  for (int i = 0; i < n; i++)
    P: u[i][1] = b[i] - a[i];
  for (int i = 0; i < n; i++)
    Q: b[i] += u[i][1];
  for (int i = 0; i < n; i++)
    V: w[i] = b[i] - a[i];
  for (int i = 0; i < n; i++)
    W: b[i] += w[i];
  for (int i = 0; i < n; i++)
    X: x[i] = b[i] - a[i];
  for (int i = 0; i < n; i++)
    Y: b[i] += x[i];
#pragma endscop
  __asm__("" : "=r"(y) : "0"(x[0]) : "memory");
  return p[0] + last(u[n - 1], 2) + first() + y;
}

int main(void)
{
  for (int i = 0; i < 30; i++)
    a[i] = i % 7 - 3;
  for (int n = 1; n < 30; n += 7)
    printf("%d %g %g\n", n, kernel(n), b[0]);
  return 0;
}
