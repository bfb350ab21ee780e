// About: two parameters point into one array.
// script: reverse(S0.i)
// illegal
#include <stdio.h>
int a[31];
static void step(int *restrict p, int *q) { *q = *p * 3 % 1000 + 1; }
void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    step(a + i, a + i + 1);
#pragma endscop
}
int main(void)
{
  kernel(0); kernel(1); kernel(2); kernel(30);
  for (int i = 0; i < 31; i++) printf("%d ", a[i]);
  printf("\n");
}
