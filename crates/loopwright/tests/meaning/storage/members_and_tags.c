// About: a member and a tag may have the name of a variable, and stay where they are
// script: expand(t); distribute(S, T); parallel(T.i)
// legal
// script: expand(e); distribute(U, V); parallel(U.i)
// legal
// script: expand(t); expand(e)
// legal
#include <stdio.h>
#include <stdlib.h>

enum e { A, B, C };
struct pair { int t, e; };

static struct pair z[8], *p = z;
static int a[8], b[8];

static void kernel(int n)
{
  int t;
  enum e e;
#pragma scop
  for (int i = 0; i < n; i++) {
    S: t = a[i] * 2;
    T: z[i].t = t + 1;
  }
  for (int i = 0; i < n; i++) {
    U: e = (enum e)(a[i] % 3);
    V: z[i].e = e == C;
    W: b[i] = e + z[i].t;
  }
#pragma endscop
}

int main(void)
{
  for (int i = 0; i < 8; i++)
    a[i] = i * 5 % 7;
  for (int n = 0; n <= 8; n++) {
    kernel(n);
    for (int i = 0; i < 8; i++)
      printf(" %d %d %d", p[i].t, p[i].e, b[i]);
    printf("\n");
  }
  return 0;
}
