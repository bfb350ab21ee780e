// About: the size of an expression is that of its type in the source.
// script: reverse(S0.i)
// script: unroll(S0.i, 2)
// script: stripmine(S0.i, 3)
#include <stdio.h>
static long long b[7], c[7], d[7], e[7];
static int z[7] = { 1, 2, 3, 4, 5, 6, 7 };
static void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++) {
    b[i] = sizeof(z[i] * i);
    c[i] = sizeof(z[i] ? i : 0);
    d[i] = sizeof(z[i], i + 1);
    e[i] = sizeof(-(z[i] - i));
  }
#pragma endscop
}
int main(void)
{
  static const int sizes[] = { 0, 1, 2, 7 };
  for (int s = 0; s < 4; s++) {
    kernel(sizes[s]);
    for (int i = 0; i < 7; i++) printf("%lld %lld %lld %lld ", b[i], c[i], d[i], e[i]);
    printf("\n");
  }
}
