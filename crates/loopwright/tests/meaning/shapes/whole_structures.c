// About: a structure is copied as a whole, with an array and another structure in it
// script: reverse(S0.i)
// legal
// script: parallel(S0.i)
// legal
#include <stdio.h>

struct inner {
  short s;
  double d[2];
};
struct outer {
  int x;
  struct inner in[2];
  char c;
};

static void kernel(int n, struct outer *restrict to, const struct outer *restrict from)
{
#pragma scop
  for (int i = 0; i < n; i++)
    to[i] = from[n - 1 - i];
  for (int i = 0; i < n; i++)
    for (int k = 0; k < 2; k++)
      to[i].in[k].d[1 - k] += to[i].x;
#pragma endscop
}

int main(void)
{
  struct outer a[4], b[4];
  for (int i = 0; i < 4; i++)
    b[i] = (struct outer){i, {{i, {1, 2}}, {i + 1, {3, 4}}}, 'a' + i};
  for (int n = 0; n <= 4; n++) {
    kernel(n, a, b);
    for (int i = 0; i < n; i++)
      printf("%d %d %g %g %g %g %c|", a[i].x, a[i].in[1].s, a[i].in[0].d[0], a[i].in[0].d[1],
             a[i].in[1].d[0], a[i].in[1].d[1], a[i].c);
    puts("");
  }
  return 0;
}
