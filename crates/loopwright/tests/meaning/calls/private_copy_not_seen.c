// About: each iteration sets a global variable that a function reads: threads cannot have copies.
// script: parallel(S0.i)
// illegal
#include <stdio.h>
int t, a[400];
static void put(int i) { a[i] = t * 2 + a[i] % 3; }
void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++) {
    t = i * i;
    put(i);
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
