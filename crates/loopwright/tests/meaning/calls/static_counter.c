// About: a `static` variable of a function is memory that all calls of it share.
// script: reverse(S0.i)
// illegal
// script: parallel(S1.i)
// illegal
#include <stdio.h>
int a[40], b[40];
static int next(void) { static int calls = 3; calls = calls * 5 % 101; return calls; }
void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++) a[i] = next();
  for (int i = 0; i < n; i++) b[i] = next() + 1;
#pragma endscop
}
int main(void)
{
  kernel(0); kernel(1); kernel(2); kernel(40);
  for (int i = 0; i < 40; i++) printf("%d %d ", a[i], b[i]);
  printf("\n");
}
