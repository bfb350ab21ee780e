// About: what both sides of a condition write is written for sure; what one of them writes is not.
// script: private(u, S0.i)
// legal
// script: expand(u)
// legal
// script: parallel(S0.i)
// legal
// script: expand(w)
// illegal
#include <stdio.h>
#include <stdlib.h>
int a[40], b[40], x[42];
static int kernel(int n, int w)
{
  int u;
#pragma scop
  for (int i = 0; i < n; i++) {
    if (a[i] > 4) u = a[i]; else if (a[i] < 2) { u = 3; x[i + 1] = 1; } else u = 5;
    a[i] > 3 ? (x[i + 1] = 4) : (x[i + 1] = a[i]);
    b[i] = u + x[i + 1];
  }
  for (int i = 0; i < n; i++) {
    if (a[i] > 4) { if (a[i] == 6) w = 2; } else w = 1;
    a[i] += w;
  }
#pragma endscop
  return w;
}
int main(void)
{
  static const int sizes[] = { 0, 1, 2, 3, 37 };
  for (int k = 0; k < 5; k++) {
    for (int i = 0; i < 40; i++) a[i] = i * i % 7;
    printf("%d", kernel(sizes[k], 9));
    for (int i = 0; i < 40; i++) printf(" %d", a[i] + 10 * b[i] + 1000 * x[i]);
    printf("\n");
  }
}
