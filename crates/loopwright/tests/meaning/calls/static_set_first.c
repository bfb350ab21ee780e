// About: a `static` variable that is set before it is read is still one for all threads.
// script: parallel(S0.i)
// illegal
#include <stdio.h>
int a[400];
static int square(int i) { static int t; t = i; t = t * t; return t; }
void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++) a[i] = square(i);
#pragma endscop
}
int main(void)
{
  kernel(0); kernel(1); kernel(2); kernel(400);
  long s = 0;
  for (int i = 0; i < 400; i++) s = s * 7 % 1000003 + a[i];
  printf("%ld\n", s);
}
