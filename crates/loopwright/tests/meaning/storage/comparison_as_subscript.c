// About: a comparison chooses the element, and another access to the array has its operand for a subscript
// script: pad(b, 3)
// legal
// script: expand(b)
// script: pack(b, S0.p)
#include <stdio.h>
#include <stdlib.h>

static int b[20];

static void kernel(int n)
{
#pragma scop
  for (int p = 0; p < n; p++)
    S0: b[p] = b[p > 3] + 1;
#pragma endscop
}

int main(void)
{
  for (int n = 0; n < 12; n++) {
    kernel(n);
    for (int i = 0; i < 20; i++)
      printf("%d ", b[i]);
    printf("\n");
  }
  return 0;
}
