// About: a shift is no sum.
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
unsigned s; unsigned x[40];
void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    s = (s << 1) + x[i];
#pragma endscop
}
int main(void)
{
  static const int sizes[] = { 0, 1, 2, 3, 37 };
  for (int k = 0; k < 5; k++) {
    s = 3; for (int i = 0; i < 40; i++) x[i] = i % 5;
    kernel(sizes[k]);
    printf("%u\n", s);
  }
}
