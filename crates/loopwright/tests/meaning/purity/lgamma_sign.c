// About: `lgamma` leaves a sign in a global variable.
#define _DEFAULT_SOURCE
#include <stdio.h>
#include <math.h>
double a[4] = { -0.5, 2.5, -1.5, 4.5 };
void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = lgamma(a[i]);
#pragma endscop
}
int main(void)
{
  kernel(0); kernel(3);
  printf("%d %.3f %.3f\n", signgam, a[0], a[1]);
}
