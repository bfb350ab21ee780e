// About: temporaries, rows and accumulators that are kept elsewhere, with values read later
// script: expand(t); distribute(S, T); parallel(S.i)
// legal
// script: expand(t, [j]); distribute(S, T); vectorize(S.j)
// legal
// script: expand(r); expand(t); parallel(S.i)
// legal
// script: transpose(a, [1, 0]); interchange(S.i, S.j)
// script: pack(s, A.j)
// legal
// script: tile(S.i, 2, 3); pack(a, S.i); pack(b, T.i)
#include <stdio.h>
#include <stdlib.h>

static double a[7][7], b[7][7], r[7], s, t;

static void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      S: t = a[i][j] * 2;
      T: b[i][j] = t + 1;
    }
  for (int i = 0; i < n; i++) {
    Z: s = 0;
    for (int j = 0; j < n; j++)
      A: s += b[i][j];
    R: r[i] = s;
  }
#pragma endscop
}

int main(void)
{
  for (int i = 0; i < 7; i++)
    for (int j = 0; j < 7; j++)
      a[i][j] = i * 3 + j % 4;
  for (int n = 0; n <= 7; n++) {
    kernel(n);
    printf("%g %g:", s, t);
    for (int i = 0; i < 7; i++) {
      printf(" %g", r[i]);
      for (int j = 0; j < 7; j++)
        printf(" %g", b[i][j]);
    }
    printf("\n");
  }
  return 0;
}
