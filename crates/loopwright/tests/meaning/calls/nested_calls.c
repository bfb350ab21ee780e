// About: what a function does is also what the functions do that it calls.
// script: reverse(S0.i)
// illegal
#include <stdio.h>
int a[33];
static void add(int *p, int v) { *p += v; }
static void both(int *p, int i) { add(p + 1, i); add(p, p[1] % 5); }
void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    both(a + i, i);
#pragma endscop
}
int main(void)
{
  kernel(0); kernel(1); kernel(2); kernel(30);
  for (int i = 0; i < 33; i++) printf("%d ", a[i]);
  printf("\n");
}
