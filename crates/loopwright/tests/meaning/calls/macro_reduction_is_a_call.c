// About: a sum in a macro whose other operand is a function that changes something else.
// script: parallel(S0.i, reduction)
// illegal
// script: reverse(S0.i)
// illegal
#include <stdio.h>
int s, g = 1;
static int mix(int *p, int x) { *p = *p * 3 % 101 + x; return *p; }
#define ADD(s, x) s += mix(&g, x)
void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    ADD(s, i);
#pragma endscop
}
int main(void)
{
  kernel(0); kernel(1); kernel(2); kernel(30);
  printf("%d %d\n", s, g);
}
