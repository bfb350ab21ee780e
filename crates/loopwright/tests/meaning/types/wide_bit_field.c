// About: with gcc what is computed from a field of 40 bits has 40 bits, if nothing wider is in it.
// script: reverse(S0.i)
// script: unroll(S0.i, 3)
// script: stripmine(S0.i, 4)
#include <stdio.h>
static struct {
  unsigned long long w : 40;
} bits = { 5 };
static int a[10], b[10];

static void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++) {
    a[i] = (i - 9 + bits.w < 7);
    b[i] = i - 9 < bits.w;
  }
#pragma endscop
}

int main(void)
{
  for (int n = 0; n < 11; n += 5)
    kernel(n);
  for (int i = 0; i < 10; i++)
    printf(" %d %d", a[i], b[i]);
  printf("\n");
}
