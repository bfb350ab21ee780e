// About: a macro uses its arguments in another order than they are given, which are the same variable
// script: rename(t)
// legal
// script: rename(u); reorder(P, Q, R, V)
// legal
// script: rename(t); rename(u); parallel(P.i)
// legal
#include <stdio.h>
#define TO(from, to) to = 2 * (from) - 1; b[i] = to;
#define SQUARE(from, to) to = (from) * (from) + c[i]; d[i] += 1;
static int a[24], b[24], c[24], d[24];
static void kernel(int n)
{
  int t, u;
#pragma scop
  for (int i = 0; i < n; i++) {
    t = a[i];
    TO(t, t)
    SQUARE(t, t)
    d[i] -= t;
  }
  for (int i = 0; i < n; i++) {
    P: (u) = a[i];
    Q: d[i] += (u)++;
    R: u = u * u - c[i];
    V: b[i] -= u, c[i] = u;
  }
#pragma endscop
}
int main(void)
{
  static const int sizes[] = { 0, 1, 2, 11, 24 };
  for (int i = 0; i < 24; i++) {
    a[i] = i * 7 % 5;
    c[i] = i * 3 % 4;
  }
  for (int k = 0; k < 5; k++) {
    kernel(sizes[k]);
    for (int i = 0; i < 24; i++)
      printf(" %d %d", b[i], d[i]);
    puts("");
  }
}
