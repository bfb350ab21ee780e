// About: a carriage return ends a line, and so a comment, in a loop.
// script: unroll(S0.i, 3)
#include <stdio.h>
static int a[40], b[40], *p;

static void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++) {
    a[i] = 1; // one    b[i] = a[i] + 99;
  }
#pragma endscop
}

int main(void)
{
  for (int n = 0; n < 12; n += 3) {
    for (int i = 0; i < 40; i++) a[i] = i * i % 11, b[i] = i;
    p = b;
    kernel(n);
    for (int i = 0; i < 40; i++) printf("%d %d ", a[i], b[i]);
    printf("\n");
  }
}
