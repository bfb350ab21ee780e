// About: the loop runs as often as `n` says, not as often as an unsigned number can.
// script: parallel(S0.i)
// legal
// script: vectorize(S0.i)
// legal
#include <stdint.h>
#include <stdio.h>

static void f(int n, int *restrict a)
{
  int t;
#pragma scop
  for (uint32_t i = 0; i < (uint32_t)n; i++) {
    t = a[i] * 3;
    a[i] = t + (int)i;
  }
#pragma endscop
}

int main(void)
{
  for (int n = 0; n < 12; n += n < 3 ? 1 : 4) {
    int a[12];
    for (int i = 0; i < 12; i++)
      a[i] = i * i % 7;
    f(n, a);
    for (int i = 0; i < 12; i++)
      printf(" %d", a[i]);
    printf("\n");
  }
}
