// About: a sum into a field of a structure.
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
struct total { double sum; int count; } t; double x[40];
void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    { t.sum += x[i]; t.count++; }
#pragma endscop
}
int main(void)
{
  static const int sizes[] = { 0, 1, 2, 3, 37 };
  for (int k = 0; k < 5; k++) {
    t.sum = 1; t.count = 0; for (int i = 0; i < 40; i++) x[i] = i;
    kernel(sizes[k]);
    printf("%g %d\n", t.sum, t.count);
  }
}
