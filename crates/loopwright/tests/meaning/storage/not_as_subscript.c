// About: `!` in one of two subscripts, beside a reference with the same variables
// script: pad(t, 2)
// legal
// script: expand(t)
// script: rename(t)
#include <stdio.h>
#include <stdlib.h>

static int t[12][12];

static void kernel(int n)
{
#pragma scop
  for (int p = 0; p < n; p++)
    S0: t[p][p] = t[!(p & 1)][p] + t[(_Bool)p][p] + p;
#pragma endscop
}

int main(void)
{
  for (int n = 0; n < 12; n++) {
    kernel(n);
    long sum = 0;
    for (int i = 0; i < 144; i++)
      sum = (sum * 31 + t[i / 12][i % 12]) % 1000003;
    printf("%ld\n", sum);
  }
  return 0;
}
