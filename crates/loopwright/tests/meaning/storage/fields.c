// About: each field of an array of structures in an array of its own, with values from before and for later
// script: soa(p); parallel(S.i); vectorize(U.i)
// legal
// script: soa(g); soa(p); distribute(S, T); interchange(A.i, A.j)
// legal
// script: soa(c); parallel(P.i)
// legal
// script: soa(g); parallel(A.i)
// legal
// script: soa(d); soa(g)
// legal
#include <stdio.h>
#include <stdlib.h>

struct point { double x; int k; };
struct part { struct point at[3]; float w; unsigned low : 3; };
static struct part g[9][2];
static struct point p[9];
static double a[9], b[9], p_x = 2;

static void kernel(int n)
{
  struct { double re, im; } c;
#pragma scop
  for (int i = 0; i < n; i++) {
    S: p[i].x = a[i] + p[i].k;
    T: p[i].k = i;
  }
  for (int i = 0; i < n; i++)
    U: b[i] += p[n - 1 - i].x * p_x;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 2; j++) {
      A: g[i][j].at[j + 1].x = g[i][j].at[0].x + b[i];
      B: g[i][j].w = g[i][j].w / 2 + g[i][j].at[1].k;
    }
  for (int i = 0; i < n; i++) {
    P: c.re = a[i];
    Q: c.im = a[i] + 1;
    R: b[i] -= c.re * c.im;
  }
  for (int i = 0; i < n; i++) {
    struct point d;
    V: d.k = (int)a[i] % 3;
    W: d.x = b[i];
    X: a[i] = d.k + d.x;
  }
#pragma endscop
}

int main(void)
{
  for (int i = 0; i < 9; i++) {
    a[i] = i * 3 % 7;
    p[i].k = i * i;
    for (int j = 0; j < 6; j++)
      g[i][j / 3].at[j % 3] = (struct point){i + j, i - j};
  }
  for (int n = 0; n <= 9; n += 3) {
    kernel(n);
    for (int i = 0; i < 9; i++) {
      printf(" %.6g %.6g %.6g %d", a[i], b[i], p[i].x, p[i].k);
      for (int j = 0; j < 6; j++)
        printf(" %.6g %d", g[i][j / 3].at[j % 3].x, g[i][j / 3].at[j % 3].k);
      printf(" %g %g\n", g[i][0].w, g[i][1].w);
    }
  }
  return 0;
}
