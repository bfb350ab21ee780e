// About: a function that is declared `pure` reads a global variable, not a thread's copy of it.
// script: parallel(S0.i)
// illegal
#include <stdio.h>
int t, a[400];
__attribute__((pure, noinline)) static int twice(int k) { return t * 2 + k; }
void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++) {
    t = i * i;
    a[i] = twice(i);
  }
#pragma endscop
}
int main(void)
{
  kernel(0); kernel(1); kernel(2); kernel(400);
  long s = 0;
  for (int i = 0; i < 400; i++) s = s * 7 % 1000003 + a[i];
  printf("%ld %d\n", s, t);
}
