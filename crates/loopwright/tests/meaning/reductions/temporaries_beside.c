// About: the body of a macro that is no loop, with temporaries beside accumulations.
// script: reverse(S1.i)
// illegal
// script: distribute(S0, S1) ; reverse(S1.i)
// legal
// script: parallel(S0.i, reduction)
// legal
#include <stdio.h>
#define TWO(v, w, e) do { double q = (e); v += q; w -= q; } while (0)
double a[40], b[40], c[40];
static double kernel(int n)
{
  double s = 0;
#pragma scop
  for (int i = 0; i < n; i++) {
    s += a[i];
    TWO(b[i], c[i], a[i] * 2);
    do { b[i] += 1; } while (0);
  }
#pragma endscop
  return s;
}
int main(void)
{
  static const int sizes[] = { 0, 1, 2, 3, 37 };
  for (int k = 0; k < 5; k++) {
    for (int i = 0; i < 40; i++) a[i] = i * i % 7;
    printf("%g", kernel(sizes[k]));
    for (int i = 0; i < 40; i++) printf(" %g %g", b[i], c[i]);
    printf("\n");
  }
}
