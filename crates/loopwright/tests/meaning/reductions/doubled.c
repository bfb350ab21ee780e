// About: what is added is the sum itself.
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
double s; double x[40];
void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    s += s;
#pragma endscop
}
int main(void)
{
  static const int sizes[] = { 0, 1, 2, 3, 37 };
  for (int k = 0; k < 5; k++) {
    s = 1;
    kernel(sizes[k]);
    printf("%g\n", s);
  }
}
