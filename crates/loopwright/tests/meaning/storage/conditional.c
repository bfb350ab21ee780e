// About: temporaries that are written under conditions that depend on data
// script: expand(t); parallel(S.i)
// legal
// script: expand(t); distribute(S, S1); distribute(S1, U); parallel(S.i)
// legal
// script: expand(u)
// illegal
// script: pad(w, 2); reverse(V.i)
// legal
// script: contract(x)
// legal
#include <stdio.h>
#include <stdlib.h>

static double b[30], c[30], d[30];

static double kernel(int n)
{
  double t = 7, u = 5, w[30], x[30];
  for (int i = 0; i < 30; i++)
    w[i] = 30 - i;
#pragma scop
  for (int i = 0; i < n; i++) {
    S: t = 0;
    if (c[i] > 0)
      t = c[i];
    U: b[i] = t;
  }
  for (int i = 0; i < n; i++) {
    if (d[i] > 0)
      u = d[i];
    b[i] += u;
  }
  for (int i = 0; i < 30; i++) {
    V: d[i] += w[i];
    if (c[i] > 1)
      w[i] = c[i] * 4;
  }
  for (int i = 0; i < n; i++) {
    P: x[i] = 1;
    if (b[i] > 2)
      x[i] = b[i];
    Q: d[i] += x[i];
  }
#pragma endscop
  for (int i = 0; i < 30; i++)
    t = t * 3 + w[i];
  return t + u;
}

int main(void)
{
  for (int i = 0; i < 30; i++) {
    c[i] = i % 5 - 2;
    d[i] = i % 7 - 3;
  }
  for (int n = 0; n <= 30; n += 6) {
    double last = kernel(n);
    printf("%d %g", n, last);
    for (int i = 0; i < 30; i++)
      printf(" %g %g", b[i], d[i]);
    printf("\n");
  }
  return 0;
}
