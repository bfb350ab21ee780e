// About: a function writes a global variable that the region reads in the same iteration.
// script: reverse(S0.i)
// illegal
// script: parallel(S0.i)
// illegal
#include <stdio.h>
double a[20], last;
static void note(double x) { last = last * 0.5 + x; }
void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++) {
    note(i + 1);
    a[i] = last;
  }
#pragma endscop
}
int main(void)
{
  kernel(0); kernel(1); kernel(2); kernel(20);
  for (int i = 0; i < 20; i++) printf("%g ", a[i]);
  printf("%g\n", last);
}
