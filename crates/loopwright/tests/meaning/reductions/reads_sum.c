// About: what is added depends on the sum.
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
int s; int x[40];
void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    s += x[s & 31];
#pragma endscop
}
int main(void)
{
  static const int sizes[] = { 0, 1, 2, 3, 37 };
  for (int k = 0; k < 5; k++) {
    s = 1; for (int i = 0; i < 40; i++) x[i] = i * 5 % 17;
    kernel(sizes[k]);
    printf("%d\n", s);
  }
}
