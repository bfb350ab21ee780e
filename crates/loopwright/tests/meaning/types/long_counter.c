// About: a `long` counter is computed with in `long`, though its values are small.
// script: reverse(S0.i)
#include <stdio.h>
static long o[100], p[100];
static int x[100];
static void kernel(void)
{
#pragma scop
  for (long i = 0; i < 100; i++) {
    o[i] = (x[i], i) * 100000000;
    p[i] = (x[i] ? 3 : i) * 100000000;
  }
#pragma endscop
}
int main(void)
{
  kernel();
  for (int i = 0; i < 100; i++) printf("%ld %ld ", o[i], p[i]);
  puts("");
}
