// About: the value of a sum on the way is kept.
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
int s, t[40]; int x[40];
void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    t[i] = s += x[i];
#pragma endscop
}
int main(void)
{
  static const int sizes[] = { 0, 1, 2, 3, 37 };
  for (int k = 0; k < 5; k++) {
    s = 1; for (int i = 0; i < 40; i++) x[i] = i % 5;
    kernel(sizes[k]);
    printf("%d %d %d\n", s, t[1], t[30]);
  }
}
