// About: one variable and one array for several values, which are kept apart, with values read later
// script: rename(t); reorder(S, U, T, V)
// legal
// script: rename(t); reorder(S, U, V, T); rename(w); reorder(C, A, B, D)
// legal
// script: rename(w); reorder(C, D, A, B); parallel(A.i)
// legal
// script: rename(w); realign(A, C, 1)
// legal
// script: rename(s); reorder(X, Y, R, Q)
// legal
// script: reorder(S, U, T, V)
#include <stdio.h>
#include <stdlib.h>

static double a[9], b[9], c[9], d[9], w[9], t = 3, s = 5;

static void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++) {
    S: t = a[i] + t / 2;
    T: b[i] = t + 1;
    U: t = c[i];
    V: d[i] = t * t;
  }
  for (int i = 0; i < n; i++)
    A: w[i] = a[i];
  for (int i = 0; i < n; i++)
    B: b[i] += w[n - 1 - i] * 2;
  for (int i = 2; i < n; i++)
    C: w[i] = c[i];
  for (int i = 2; i < n; i++)
    D: d[i] += w[n + 1 - i];
  R: b[0] += s;
  X: s = a[1];
  Q: d[0] += s;
  if (n > 4) {
    Y: s = c[1];
    P: d[1] += s;
  }
#pragma endscop
}

int main(void)
{
  for (int i = 0; i < 9; i++) {
    a[i] = i * 3 % 7;
    c[i] = i * 5 % 11 + 1;
  }
  for (int n = 0; n <= 9; n++) {
    kernel(n);
    printf("%g %g:", s, t);
    for (int i = 0; i < 9; i++)
      printf(" %g %g %g", b[i], d[i], w[i]);
    printf("\n");
  }
  return 0;
}
